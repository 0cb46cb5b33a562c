/**
 * The page: takes what the server says and shows it, takes what a person does and asks for it. The
 * server alone knows the rules and holds the game, so that a reload or a lost connection costs
 * nothing.
 */

import { Board } from "./board.js";
import { clearChoices } from "./choices.js";
import { Controls } from "./controls.js";
import { byId, element, setAttribute, setText } from "./dom.js";
import { Geometry } from "./geometry.js";
import { sideName } from "./moves.js";
import { animate } from "./motion.js";
import { NewGame } from "./newgame.js";
import * as panel from "./panel.js";
import { onlyPerson, statusLine } from "./players.js";
import { showLevels, showRules } from "./rules.js";
import { showGraph, showJudged, showThinking } from "./scores.js";
import { choose, settings } from "./settings.js";
import { HELP, Setup } from "./setup.js";
import { keepRecord, keptRecord, Socket } from "./socket.js";
import { Texts } from "./texts.js";
import { Turn } from "./turn.js";

class Page {
  constructor() {
    this.facts = null;
    this.position = null;
    /** A game to give back to a server that has forgotten it, else null. */
    this.forgotten = null;
    /** What to say once that is done. */
    this.notice = "";
    /** An earlier position that is looked at, null while the latest one is. */
    this.earlier = null;
    this.message = "";
    this.board = new Board(
      byId("board-frame"),
      (square) => this.pick(square),
      (square) => !this.setup.isOpen && !this.earlier && this.turn.grab(square),
      () => this.cancel(),
    );
    this.turn = new Turn({
      board: this.board,
      send: (request) => this.send(request),
      say: (words) => this.say(words),
    });
    this.newGame = new NewGame((request) => this.send(request));
    this.texts = new Texts({
      send: (request) => this.send(request),
      seats: () => this.position.seats,
      ruleset: () => this.facts.ruleset,
      pdn: () => this.position?.pdn ?? "",
    });
    this.setup = new Setup({
      pieces: () => this.position?.pieces ?? [],
      turn: () => this.position?.turn ?? "black",
      onChange: (pieces) => this.changeSetup(pieces),
      onPlay: (fen) => this.texts.playFen(fen),
    });
    this.controls = new Controls(this);
    this.socket = new Socket(
      (message) => this.receive(message),
      (open) => this.connected(open),
    );
  }

  /** Ask the server for something; says so where it cannot be reached. */
  send(request) {
    const sent = this.socket.send(request);
    if (!sent) this.say("There is no connection to the server; it is being looked for.");
    return sent;
  }

  /** Take a square; while an earlier position is looked at, any leads back to the latest. */
  pick(square) {
    if (this.setup.isOpen) this.setup.pick(square);
    else if (this.earlier) this.leaveEarlier();
    else this.turn.pick(square);
  }

  cancel() {
    if (this.setup.isOpen) this.setup.leave();
    else if (this.earlier) this.leaveEarlier();
    else this.turn.cancel();
  }

  receive(message) {
    const handlers = {
      catalogue: () => this.takeCatalogue(message),
      board: () => this.takeBoard(message),
      position: () => this.takePosition(message),
      earlier: () => this.look(message),
      thinking: () => this.takeThinking(message),
      turn: () => this.takeTurn(message),
      queued: () => this.say(`${message.before} other searches are before this one.`),
      hint: () => this.takeHint(message),
      refused: () => this.refused(message),
      declined: () => this.say(message.words),
    };
    handlers[message.type]?.();
  }

  connected(open) {
    byId("connection").textContent = open ? "" : "The connection is lost; trying again.";
    if (!open) byId("connection").dataset.lost = String(Number(byId("connection").dataset.lost ?? 0) + 1);
    this.isBack = open;
    if (this.position) this.render();
  }

  takeCatalogue(catalogue) {
    this.newGame.offer(catalogue);
    this.texts.longest = catalogue.longest;
    // The server does not know this page's session: it was started anew.
    this.forgotten = catalogue.known ? null : keptRecord();
    showLevels(catalogue.levels);
  }

  takeBoard(facts) {
    const same = this.facts && this.facts.ruleset === facts.ruleset;
    this.facts = facts;
    this.earlier = null;
    this.setup.close();
    showThinking(null);
    if (same) return;
    this.position = null;
    panel.showHeading(facts);
    showRules(facts);
    this.board.lay(new Geometry(facts), `Board of ${facts.title}`);
    byId("notation").placeholder = "";
    byId("board-frame").style.aspectRatio = `${facts.cols} / ${facts.rows}`;
  }

  takePosition(position) {
    const before = this.position;
    this.position = position;
    if (position.moves.length) byId("notation").placeholder = position.moves[0].text;
    const asked = byId("choices").contains(document.activeElement);
    const played = before && position.ply === before.ply + 1 && position.revision > before.revision;
    if (!before || before.revision !== position.revision) {
      if (!played || panel.hasPerson(position)) this.earlier = null;
      clearChoices();
      if (position.ending || position.offer || !played) this.say("");
    }
    this.render();
    if (this.texts.isAwaited()) byId("play").scrollIntoView({ block: "nearest" });
    if (asked && position.ending) byId("again").focus();
    if (played && !this.setup.isOpen && !this.earlier) {
      const { sent } = this.turn;
      const stood = sent && sent.revision === before.revision ? sent.stood : 1;
      animate(this.board, before.pieces, position.last, this.facts.removedAtOnce, stood);
      byId("announcer").append(element("p", {}, position.last.said));
      while (byId("announcer").childElementCount > 6) byId("announcer").firstChild.remove();
    }
    if (position.offer) this.controls.askForDraw();
    if (this.notice) this.say(this.notice);
    this.notice = "";
    const { isBack } = this;
    this.isBack = false;
    if (this.forgotten) {
      this.restore();
      return;
    }
    if (isBack) this.turn.sendAgain();
    const { pdn, seats } = position;
    keepRecord({ type: "load", ruleset: this.facts.ruleset, text: pdn, ...seats });
  }

  /** Let a server that has forgotten the game take it from the record that this page has kept. */
  restore() {
    const { white, black, ...record } = this.forgotten;
    this.forgotten = null;
    const known = (seat) => this.newGame.known(record.ruleset, seat);
    this.send({ ...record, white: known(white), black: known(black) });
    this.notice = "The server was started anew; the game goes on from this page's record.";
  }

  /** The computer has begun to think, after a pause in a game that is only watched. */
  takeTurn({ revision }) {
    if (revision !== this.position?.revision) return;
    this.position.thinking = true;
    panel.showButtons(this.position);
  }

  takeThinking(message) {
    if (message.revision === this.position?.revision) showThinking(message);
  }

  takeHint(message) {
    showThinking(message);
    if (message.revision === this.position?.revision) this.turn.showHint(message);
  }

  look(earlier) {
    if (earlier.revision !== this.position.revision) return;
    this.earlier = earlier.ply === this.position.ply ? null : earlier;
    this.render();
  }

  leaveEarlier() {
    this.earlier = null;
    this.render();
  }

  refused({ words, request }) {
    this.say(words.charAt(0).toUpperCase() + words.slice(1));
    if (request === "play") this.turn.beginAgain();
    if (request === "load" || request === "new") this.texts.refuse(words);
    this.render();
  }

  /** Say something about the turn, in the second line of the status. */
  say(words) {
    this.message = words;
    this.showStatus();
  }

  showStatus() {
    const { earlier, position } = this;
    const status = byId("status");
    if (!status.firstChild) status.append(element("p", { class: "state" }), element("p", { class: "message" }));
    if (!position) return;
    const settingUp = this.setup.isOpen;
    const viewed = earlier ?? position;
    const looking = earlier && `Looking back: after move ${earlier.ply} of ${position.ply}`;
    const state = settingUp ? "Setting up a position" : looking || statusLine(position);
    const standing = settingUp ? HELP : viewed.last?.why || (position.ending ? "" : panel.drawCount(viewed));
    setAttribute(status, "data-turn", settingUp || position.ending ? null : viewed.turn);
    setAttribute(status, "data-over", position.ending && !settingUp && !earlier ? "" : null);
    panel.showEnded(position, settingUp);
    setText(status.firstChild, state);
    setText(status.lastChild, this.message || standing);
  }

  bottom() {
    const bottom = onlyPerson(this.position.seats) ?? this.facts.first;
    if (!settings.flipped) return bottom;
    return bottom === "white" ? "black" : "white";
  }

  /** Show all of it. */
  render() {
    const { position, earlier, facts } = this;
    if (!position || !facts) return;
    const bottom = this.bottom();
    const flipped = bottom === "black";
    if (this.board.geometry.flipped !== flipped) {
      this.board.geometry.flipped = flipped;
      this.board.turn();
    }
    byId("board").classList.toggle("numbered", settings.showNumbers);
    const viewed = earlier ?? position;
    panel.showSeats(
      { ...viewed, seats: position.seats, ending: position.ending },
      facts,
      bottom,
    );
    panel.showMoves(position, viewed.ply, (ply) => this.send({ type: "look", ply }));
    panel.showButtons(position);
    this.texts.showFen(viewed.fen);
    const names = viewed.judged.map(({ name }) => name);
    showJudged(viewed.judged);
    showGraph(position.scores, position.found, viewed.ply, names);
    this.showBoard();
    this.showStatus();
  }

  showBoard() {
    if (this.setup.isOpen) this.showSetup([...this.setup.pieces.values()]);
    else if (this.earlier) this.showEarlier();
    else this.turn.update(this.position, this.facts, this.closedBecause());
  }

  /** Why no move can be chosen now, empty where one can. */
  closedBecause() {
    const { position, socket } = this;
    if (!socket?.open) return "The connection is lost: wait until it is back.";
    if (position.ending) return "The game is over. Undo goes back, New game begins another.";
    if (position.seats[position.turn].player !== "person") {
      return position.paused
        ? "The computer is to move, and paused: Pause lets it go on."
        : "The computer is thinking: wait for its move, or press Move now.";
    }
    return "";
  }

  showEarlier() {
    byId("board-frame").dataset.state = "earlier";
    this.showPieces(this.earlier.pieces);
    this.board.mark({ last: this.earlier.last });
  }

  changeSetup(pieces) {
    this.say("");
    clearChoices();
    if (pieces) this.showSetup(pieces);
    else this.render();
  }

  showSetup(pieces) {
    byId("board-frame").dataset.state = "setup";
    this.showPieces(pieces);
    this.board.mark({});
    this.showStatus();
  }

  showPieces(pieces) {
    this.board.show(pieces);
    const at = new Map(pieces.map((piece) => [piece.square, piece]));
    this.board.cells.describe((square) => {
      const piece = at.get(square);
      const words = piece ? `${sideName(piece.side)} ${piece.king ? "king" : "man"}` : "empty";
      return { label: `${this.board.geometry.name(square)}, ${words}`, selected: false };
    });
  }

  set(name, value) {
    choose(name, value);
    if (this.position) this.render();
  }
}

new Page();

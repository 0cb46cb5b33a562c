/**
 * Where squares lie: on the board, on the screen (which may be turned), and between each other.
 *
 * @typedef {{square: number, row: number, col: number, name: string}} Square
 */

/** Side of a square in the units of the drawing. */
export const UNIT = 10;

export class Geometry {
  /** @param {{rows: number, cols: number, dense: boolean, squares: Square[]}} board */
  constructor(board) {
    this.rows = board.rows;
    this.cols = board.cols;
    this.dense = board.dense;
    this.squares = board.squares;
    this.flipped = false;
    this.places = new Map(board.squares.map((square) => [square.square, square]));
    this.numbers = new Map(board.squares.map((s) => [s.row * board.cols + s.col, s.square]));
  }

  /** @param {number} square */
  name(square) {
    return this.places.get(square)?.name ?? String(square);
  }

  /**
   * Return the row and column on the screen, from the top left.
   * @param {number} square
   */
  onScreen(square) {
    const { row, col } = this.places.get(square);
    return this.flipped
      ? { row: this.rows - 1 - row, col: this.cols - 1 - col }
      : { row, col };
  }

  /**
   * Return the centre in the drawing.
   * @param {number} square
   */
  centre(square) {
    const { row, col } = this.onScreen(square);
    return { x: (col + 0.5) * UNIT, y: (row + 0.5) * UNIT };
  }

  /**
   * Return the square at a row and column of the screen, undefined where no piece can stand.
   * @param {number} row
   * @param {number} col
   */
  at(row, col) {
    if (row < 0 || row >= this.rows || col < 0 || col >= this.cols) return undefined;
    const onBoard = this.flipped
      ? (this.rows - 1 - row) * this.cols + this.cols - 1 - col
      : row * this.cols + col;
    return this.numbers.get(onBoard);
  }

  /**
   * Return the next square for an arrow key: the nearest one in that direction.
   * @param {number} square
   * @param {number} down
   * @param {number} right
   */
  neighbour(square, down, right) {
    const { row, col } = this.onScreen(square);
    for (let distance = 1; distance < Math.max(this.rows, this.cols); distance += 1) {
      const straight = this.at(row + down * distance, col + right * distance);
      const beside = down ? this.at(row + down * distance, col + (row % 2 ? 1 : -1)) : undefined;
      const other = down ? this.at(row + down * distance, col + (row % 2 ? -1 : 1)) : undefined;
      const found = straight ?? beside ?? other;
      if (found !== undefined) return found;
    }
    return square;
  }

  /**
   * Return the first or last square in the row of another, as seen on the screen.
   * @param {number} square
   * @param {boolean} last
   */
  edge(square, last) {
    const { row } = this.onScreen(square);
    const found = [];
    for (let col = 0; col < this.cols; col += 1) found.push(this.at(row, col));
    const there = found.filter((other) => other !== undefined);
    return last ? there[there.length - 1] : there[0];
  }

  /**
   * List the squares strictly between two that share a line.
   * @param {number} from
   * @param {number} to
   */
  between(from, to) {
    const a = this.places.get(from);
    const b = this.places.get(to);
    const down = Math.sign(b.row - a.row);
    const right = Math.sign(b.col - a.col);
    const found = [];
    let row = a.row + down;
    let col = a.col + right;
    while ((row !== b.row || col !== b.col) && found.length < this.rows + this.cols) {
      const square = this.numbers.get(row * this.cols + col);
      if (square !== undefined) found.push(square);
      row += down;
      col += right;
    }
    return found;
  }

  /**
   * List what each leg of a capture takes.
   * @param {number[]} path
   * @param {number[]} captured
   * @returns {number[][]}
   */
  takenByLeg(path, captured) {
    const left = new Set(captured);
    return path.slice(1).map((square, leg) => {
      const taken = this.between(path[leg], square).filter((between) => left.has(between));
      taken.forEach((between) => left.delete(between));
      return taken;
    });
  }
}

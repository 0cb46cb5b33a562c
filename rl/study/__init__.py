"""Recorded games as a yardstick: what a search with an evaluator thinks of every move played.

- appraisal: one game, each move played beside the best one, both looked at alike
- records: appraisals as arrays, and the file that holds a chunk of games
- source: the PDN file, its digest, its length, the games chosen from it
- chunks: the chunks of a study, which are there, and working out the others
- grades: what a loss is called: mistakes, blunders, wins and draws missed
- figures: agreement and loss by player
- calibration: scores against the results of the games
- critical: the moves that cost most
- report: all of it as text and as JSON
- annotation: all of it as PDN, with comments and NAGs
- progress: the bar
- study: the plot
"""

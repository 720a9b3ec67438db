/** A shelf on which each common goal is reached; only the tiles that count are on it. */

export const EXAMPLES: Record<string, string[]> = {
  six_clusters_of_2: ['CC...', '...F.', '.G.F.', '.G...', 'B.TT.', 'B..PP'],
  diagonal: ['.....', 'T....', '.T...', '..T..', '...T.', '....T'],
  stairs: ['.....', 'x....', 'xx...', 'xxx..', 'xxxx.', 'xxxxx'],
  eight_equal: ['.....', '..B..', 'B...B', '..B..', '.B.B.', 'B...B'],
  two_rows_5_different: ['.....', '.....', 'CBGFT', '.....', 'PTBCG', '.....'],
  two_squares: ['.....', '...FF', '...FF', '.....', 'CC...', 'CC...'],
  four_rows_max3: ['.....', 'GGFFG', '.....', 'CCBBB', 'TTTPP', 'BGBGG'],
  corners: ['P...P', '.....', '.....', '.....', '.....', 'P...P'],
  x_shape: ['.....', '.....', '.G.G.', '..G..', '.G.G.', '.....'],
  three_columns_max3: ['C.B.T', 'C.G.T', 'F.B.P', 'F.B.P', 'C.G.T', 'P.B.T'],
  two_columns_all6: ['.C.G.', '.B.T.', '.G.P.', '.F.C.', '.T.B.', '.P.F.'],
  four_clusters_of_4: ['BB..P', 'BB..P', '....P', 'C...P', 'C.FFF', 'CC..F'],
};

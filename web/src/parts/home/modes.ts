/** The ways to play that are set up in a dialog. */
export type Mode = 'bots' | 'friends' | 'here' | 'middle';

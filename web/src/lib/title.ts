/** What a window is called: what it shows, and of which game. */
export const entitle = (what: string, game = 'Tilewright'): void => {
  document.title = `${what} – ${game}`;
};

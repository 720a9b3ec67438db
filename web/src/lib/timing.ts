/** Later, and again and again; both answer with what calls it off. */
type Stop = () => void;

export function after(ms: number, does: () => void): Stop {
  const timer = setTimeout(does, ms);
  return () => clearTimeout(timer);
}

export function every(ms: number, does: () => void): Stop {
  const timer = setInterval(does, ms);
  return () => clearInterval(timer);
}

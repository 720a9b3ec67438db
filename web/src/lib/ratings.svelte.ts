/** Ratings shown at the seats; asked once each. */
import { get } from './api';
import { decimal } from './numbers';
import type { Occupant, Rated, Terms } from './wire';

const subjectOf = (who: Occupant): string => (who.kind === 'bot' ? `bot:${who.name}` : who.id);
const keyOf = (who: Occupant, { game, players }: Terms) => `${subjectOf(who)} ${game} ${players}`;

class Ratings {
  #known = $state<Record<string, number>>({});
  #asked = new Set<string>();

  need(who: Occupant): void {
    const subject = subjectOf(who);
    if (this.#asked.has(subject)) return;
    this.#asked.add(subject);
    get<Rated[]>(`/people/${encodeURIComponent(subject)}/ratings`)
      .then((all) => all.forEach((one) => this.#keep(who, one)))
      .catch(() => this.#asked.delete(subject));
  }

  #keep(who: Occupant, { game, players, mu, games }: Rated): void {
    if (games > 0) this.#known[`${subjectOf(who)} ${game} ${players}`] = mu;
  }

  /** One decimal, or nothing for a player without rated games of this kind. */
  of(who: Occupant | undefined, terms: Terms): string | null {
    const mu = who && this.#known[keyOf(who, terms)];
    return mu === undefined ? null : decimal(mu);
  }
}

export const ratings = new Ratings();

/** The person that this browser is to the server. No sign-up is needed: the first request makes a guest. */
import { get, patch, post } from './api';
import { t } from './language.svelte';
import { isLocal, LOCAL_PLAYER } from './local-tables';
import type { PersonCard, WhoAmI } from './wire';

class Identity {
  person = $state<PersonCard | null>(null);
  /** True if the server has ended the session since the page was opened. */
  hasEnded = $state(false);
  /** Called after a change of person or name: connections to the server must be opened again. */
  onChange: () => void = () => undefined;
  #asked: Promise<PersonCard | null> | null = null;
  #made: Promise<PersonCard> | null = null;

  /** Ask the server once who we are; null for a stranger. A name that we get meanwhile counts more. */
  async look(): Promise<PersonCard | null> {
    const asked = (this.#asked ??= get<WhoAmI>('/sessions/current').then(({ person }) => person));
    try {
      const person = await asked;
      if (asked === this.#asked) this.person = person;
    } catch (error) {
      if (asked !== this.#asked) return this.person;
      this.#asked = null;
      throw error;
    }
    return this.person;
  }

  /** Return the reader; make a guest if the server does not know them. */
  async need(): Promise<PersonCard> {
    return this.person ?? (await this.look()) ?? this.#make(guestName());
  }

  /** Make sure that the reader has a name, unless the table is on this device. */
  async needAt(table: string): Promise<void> {
    if (!isLocal(table)) await this.need();
  }

  async lookAt(table: string): Promise<void> {
    if (!isLocal(table)) await this.look();
  }

  /** Return the reader's id at a table; on this device it is always the same. */
  idAt(table: string): string | undefined {
    return isLocal(table) ? LOCAL_PLAYER : this.person?.id;
  }

  /** True if the player has no name yet. */
  get isUnnamed(): boolean {
    const name = this.person?.name ?? '';
    return name === '' || name === t('guest-name', { number: Number(/\d+$/.exec(name)?.[0]) });
  }

  async rename(name: string): Promise<void> {
    if (!(this.person ?? (await this.look()))) await this.#make(name);
    else this.#become(await patch<PersonCard>('/people/me', { name }));
  }

  async #make(name: string): Promise<PersonCard> {
    this.#made ??= post<PersonCard>('/people/guests', { name }).finally(() => (this.#made = null));
    return this.#become(await this.#made);
  }

  /** Take on the name and id that the server gave us. */
  #become(person: PersonCard): PersonCard {
    this.#asked = Promise.resolve(person);
    this.hasEnded = false;
    this.person = person;
    this.onChange();
    return person;
  }

  /** Log in, or turn a guest into an account. */
  async sign(path: string, login: string, password: string): Promise<void> {
    this.#become(await post<PersonCard>(path, { login, password }));
  }

  /** Forget the person. */
  forget(): void {
    this.person = this.#asked = null;
    this.onChange();
  }

  /** The server does not know us any more. */
  end(): void {
    this.hasEnded = true;
    this.forget();
  }
}

function guestName(): string {
  return t('guest-name', { number: 100 + Math.floor(Math.random() * 900) });
}

export const identity = new Identity();

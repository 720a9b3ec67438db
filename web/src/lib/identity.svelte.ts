/** Who this browser is to the server. Nobody has to sign up: the first act makes a guest. */
import { get, patch, post } from './api';
import { t } from './language.svelte';
import { isLocal, ME } from './local';
import type { PersonCard, Visitor } from './wire';

class Identity {
  person = $state<PersonCard | null>(null);
  /** Whether the server has forgotten us since we came. */
  hasEnded = $state(false);
  /** We are somebody else from now on, or by another name: whoever talks with the server must know. */
  onChange: () => void = () => undefined;
  #asked: Promise<PersonCard | null> | null = null;
  #made: Promise<PersonCard> | null = null;

  /** Whom the server takes us for; null for a stranger. */
  async look(): Promise<PersonCard | null> {
    this.#asked ??= get<Visitor>('/sessions/current').then(({ person }) => person);
    try {
      this.person = await this.#asked;
    } catch (error) {
      this.#asked = null;
      throw error;
    }
    return this.person;
  }

  /** Us, with a name; a guest is made where there was nobody. */
  async need(): Promise<PersonCard> {
    return this.person ?? (await this.look()) ?? this.#make(guestName());
  }

  /** The same for a table, which needs nobody's name on this device. */
  async needAt(table: string): Promise<void> {
    if (!isLocal(table)) await this.need();
  }

  async lookAt(table: string): Promise<void> {
    if (!isLocal(table)) await this.look();
  }

  /** Whom a table knows us as; on this device there is nobody else. */
  idAt(table: string): string | undefined {
    return isLocal(table) ? ME : this.person?.id;
  }

  /** Whether we have not said what to call us. */
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

  /** We are nobody now. */
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

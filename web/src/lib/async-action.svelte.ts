/** Something that may fail while a dialog waits for it: whether it is under way, and what went wrong. */
import { errorText } from './error-text';

export class AsyncAction {
  isBusy = $state(false);
  problem = $state('');

  /** Do it; false where it failed. */
  async make(work: () => Promise<unknown>): Promise<boolean> {
    this.isBusy = true;
    this.problem = '';
    try {
      await work();
      return true;
    } catch (error) {
      this.problem = errorText(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  forget(): void {
    this.problem = '';
  }
}

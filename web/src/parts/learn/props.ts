/** What the parts of a lesson under way are given. */
import type { Lesson, Step } from '../../lib/lesson.svelte';

export interface StepProps {
  lesson: Lesson;
  step: Step;
  /** Goes to another step. */
  go: (move: Promise<void>) => void;
}

import type { ComponentChildren } from 'preact';
import { FormActions } from './form-actions.tsx';

interface QuestionProps {
  /** The action, for screen readers. */
  label: string;
  /** The sentence of what happens. */
  children: ComponentChildren;
  /** The button that does it, named by what it does. */
  action: ComponentChildren;
  /** Text of the button that leaves things as they are. */
  keep: string;
  onKeep: () => void;
  /** Whether it cannot be taken back. */
  isFinal?: boolean;
}

/** A question before an action: it names what happens. Its focus is on the button that leaves things as they are. */
export function Question({ label, children, action, keep, onKeep, isFinal = false }: QuestionProps) {
  return (
    <div class={`panel question ${isFinal ? 'error' : 'warning'}`} role="group" aria-label={label}>
      {children}
      <FormActions isQuestion cancel={keep} onCancel={onKeep}>
        {action}
      </FormActions>
    </div>
  );
}

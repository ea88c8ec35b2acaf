import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface StepProps {
  number: number;
  title: string;
  isDone?: boolean;
  children: ComponentChildren;
}

/** A step of the import. */
export function Step({ number, title, isDone = false, children }: StepProps) {
  const id = useId();
  return (
    <section class="step" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        <span class={isDone ? 'step-number done' : 'step-number'} aria-hidden="true">
          {isDone ? '✓' : number}
        </span>
        {title}
      </h2>
      <div class="step-body">{children}</div>
    </section>
  );
}

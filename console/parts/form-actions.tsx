import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface FormActionsProps {
  onCancel: () => void;
  /** Text of the button that cancels. */
  cancel?: string;
  /** Focuses the button that cancels, of a question about something that cannot be taken back. */
  isQuestion?: boolean;
  /** The button that does it. */
  children: ComponentChildren;
}

/** The buttons at the end of a form or a question that is opened in place. Escape within it cancels. */
export function FormActions({ onCancel, cancel = 'Cancel', isQuestion = false, children }: FormActionsProps) {
  const actions = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onCancel);
  latest.current = onCancel;
  useEffect(() => {
    if (isQuestion) button.current?.focus();
    const around = actions.current?.closest<HTMLElement>('form, [role=group], .panel');
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      latest.current();
    };
    around?.addEventListener('keydown', press);
    return () => around?.removeEventListener('keydown', press);
  }, []);
  return (
    <div class="actions" ref={actions}>
      {children}
      <button type="button" ref={button} onClick={onCancel}>
        {cancel}
      </button>
    </div>
  );
}

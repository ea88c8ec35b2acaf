import type { ComponentChildren } from 'preact';

interface FormActionsProps {
  onCancel: () => void;
  /** The button that does it. */
  children: ComponentChildren;
}

/** The buttons at the end of a form that is opened in place. */
export function FormActions({ onCancel, children }: FormActionsProps) {
  return (
    <div class="actions">
      {children}
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

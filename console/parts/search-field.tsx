interface SearchFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
}

/** The search of a page, which the key `/` focuses. */
export function SearchField({ label, value, onInput }: SearchFieldProps) {
  return (
    <input
      type="search"
      class="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

import { useEffect, useRef, useState } from 'preact/hooks';
import { useSettled } from '../hooks/use-settled.ts';
import { SearchField } from './search-field.tsx';

interface KeptSearchProps {
  label: string;
  /** The search of the page's address. */
  value: string;
  /** Writes a search to the page's address. */
  onChange: (search: string) => void;
}

/** A search that the address of the page keeps: writes settled input to it, and shows its search when that changes otherwise. */
export function KeptSearch({ label, value, onChange }: KeptSearchProps) {
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed.trim(), TYPING_MS);
  const sent = useRef(value);
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    onChange(settled);
  }, [settled]);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return <SearchField label={label} value={typed} onInput={setTyped} />;
}

const TYPING_MS = 150;

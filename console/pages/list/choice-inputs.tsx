import { useFocus } from '../../hooks/use-focus.ts';

/** A choice of a field; undefined is the id of one that is added. */
export interface Choice {
  readonly id?: number;
  readonly name: string;
}

interface ChoiceInputsProps {
  choices: readonly Choice[];
  onChange: (choices: readonly Choice[]) => void;
}

/** The choices of a field that exists, each with an input of its own: a renamed one stays with the subscribers who have it. */
export function ChoiceInputs({ choices, onChange }: ChoiceInputsProps) {
  return (
    <fieldset class="plain">
      <legend>Choices</legend>
      {choices.map((choice, at) => (
        <div class="row" key={at}>
          <ChoiceName
            at={at}
            choice={choice}
            onInput={(name) => onChange(choices.map((each, index) => (index === at ? { ...each, name } : each)))}
          />
          <button
            type="button"
            class="quiet"
            aria-label={`Remove choice ${at + 1}`}
            onClick={() => onChange(choices.filter((_each, index) => index !== at))}
          >
            Remove
          </button>
        </div>
      ))}
      <button type="button" class="link" onClick={() => onChange([...choices, { name: '' }])}>
        Add a choice
      </button>
      <p class="hint">A renamed choice stays with its subscribers; a removed one is taken from them.</p>
    </fieldset>
  );
}

interface ChoiceNameProps {
  at: number;
  choice: Choice;
  onInput: (name: string) => void;
}

/** The name of a choice; that of an added one can be typed at once. */
function ChoiceName({ at, choice, onInput }: ChoiceNameProps) {
  const added = useFocus<HTMLInputElement>();
  return (
    <input
      {...(choice.id === undefined && { ref: added })}
      aria-label={`Choice ${at + 1}`}
      maxLength={255}
      value={choice.name}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

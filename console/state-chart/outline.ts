import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { wordsOf } from '../parts/words.ts';

/** A state as a person sees it: technical states inside it are its steps. */
export interface OutlinedState {
  /** The keys from the root, joined with dots, as in a value of the machine. */
  readonly id: string;
  readonly label: string;
  /** The state around it; null for one that is in no other. */
  readonly parent: string | null;
  readonly isEnd: boolean;
  /** Whether the machine begins in it, seen from the state around it. */
  readonly isFirst: boolean;
  /** The states inside it, which are not drawn, by their key. */
  readonly steps: readonly string[];
}

/**
 * Kind of a transition: caused by a command, the normal progress, or a fault. An arrow with transitions of several kinds has
 * the first of these.
 */
export type ArrowKind = 'command' | 'progress' | 'fault';

/** All transitions from one outlined state to another. */
export interface OutlinedArrow {
  readonly from: string;
  readonly to: string;
  readonly kind: ArrowKind;
  /** The commands by which it is taken; empty if there is none. */
  readonly label: string;
}

/** The states and arrows of a machine that its chart shows. */
export interface Outline {
  readonly states: readonly OutlinedState[];
  readonly arrows: readonly OutlinedArrow[];
}

/**
 * Outlines a machine: the states at its top, and those inside the one in which it begins. States further inside are the steps of
 * those, and their transitions become arrows of the states around them. Of the arrows, those are left out that say what others
 * say: ways that skip a state, and commands that end a job from a second state.
 */
export function outlineOf({ root }: AnyStateMachine): Outline {
  const shown = drawnStates(root);
  const states = shown.map((node): OutlinedState => {
    const isBox = shown.some(({ parent }) => parent === node);
    return {
      id: idOf(node),
      label: wordsOf(node.key),
      parent: node.parent === root ? null : idOf(node.parent ?? root),
      isEnd: node.tags.includes('ended'),
      isFirst: node.parent?.initial?.target.includes(node) === true,
      steps: isBox
        ? []
        : Object.values(node.states)
            .filter(isState)
            .map(({ key }) => key),
    };
  });
  return { states, arrows: arrowsOf(root, shown) };
}

function drawnStates(root: AnyStateNode): AnyStateNode[] {
  return Object.values(root.states)
    .filter(isState)
    .flatMap((state) => {
      const isOpen = root.initial.target.includes(state);
      return [state, ...(isOpen ? Object.values(state.states).filter(isState) : [])];
    });
}

function isState({ type }: AnyStateNode): boolean {
  return type !== 'history';
}

function idOf({ path }: AnyStateNode): string {
  return path.join('.');
}

function arrowsOf(root: AnyStateNode, shown: readonly AnyStateNode[]): OutlinedArrow[] {
  const found = new Map<string, { from: string; to: string; reasons: AnyTransitionDefinition[] }>();
  const add = (from: AnyStateNode, to: AnyStateNode, reason: AnyTransitionDefinition) => {
    const key = `${idOf(from)} ${idOf(to)}`;
    const arrow = found.get(key) ?? { from: idOf(from), to: idOf(to), reasons: [] };
    found.set(key, { ...arrow, reasons: [...arrow.reasons, reason] });
  };
  for (const transition of transitionsBelow(root)) {
    const [target] = transition.target ?? [];
    if (target === undefined || transition.source === root) continue;
    const from = outlined(transition.source, shown);
    // History leads back into the state that has it.
    const to = outlined(target.type === 'history' ? target.parent : target, shown);
    if (from === null || to === null || from === to || ancestorsOf(from).includes(to)) continue;
    add(from, to, transition);
  }
  const arrows = [...found.values()].map(({ from, to, reasons }) => {
    const kinds = reasons.map((reason) => kindOf(reason));
    const commands = new Set(reasons.filter((_, n) => kinds[n] === 'command').map((reason) => eventOf(reason)));
    const label = [...commands].map((command) => wordsOf(command.toLowerCase())).join(', ');
    return { from, to, kind: ORDER.find((kind) => kinds.includes(kind)) ?? 'progress', label };
  });
  const first = arrows.filter((arrow) => !isSaidByBox(arrow, arrows, shown) && !isSecondEnd(arrow, arrows, shown));
  return first.filter((arrow) => !isShortcut(arrow, first));
}

const ORDER: readonly ArrowKind[] = ['command', 'progress', 'fault'];

/** An arrow that a state has in common with the state around it is drawn once, from the outer one. */
function isSaidByBox(
  { from, to, kind }: OutlinedArrow,
  arrows: readonly OutlinedArrow[],
  shown: readonly AnyStateNode[],
): boolean {
  if (kind === 'progress') return false;
  const node = shown.find((state) => idOf(state) === from);
  const around = node === undefined ? [] : ancestorsOf(node).map((state) => idOf(state));
  return arrows.some((other) => other.to === to && around.includes(other.from));
}

/** A command that ends the job is drawn from the state in which its work is done. */
function isSecondEnd(
  { from, to, kind }: OutlinedArrow,
  arrows: readonly OutlinedArrow[],
  shown: readonly AnyStateNode[],
): boolean {
  if (kind !== 'command' || shown.find((state) => idOf(state) === to)?.tags.includes('ended') !== true) return false;
  return arrows.find((arrow) => arrow.to === to)?.from !== from;
}

/** Whether the way on also leads there through other states. */
function isShortcut(arrow: OutlinedArrow, arrows: readonly OutlinedArrow[]): boolean {
  const others = arrows.filter((each) => each !== arrow && each.kind === 'progress');
  const reached = new Set([arrow.from]);
  for (let size = 0; size !== reached.size;) {
    size = reached.size;
    for (const { from, to } of others) if (reached.has(from)) reached.add(to);
  }
  return arrow.kind === 'progress' && reached.has(arrow.to);
}

function transitionsBelow(state: AnyStateNode): AnyTransitionDefinition[] {
  const own = [...(state.always ?? []), ...[...state.transitions.values()].flat()];
  return [...own, ...Object.values(state.states).flatMap((inner) => transitionsBelow(inner))];
}

/** The innermost state that is drawn around a state, or the state itself. */
function outlined(state: AnyStateNode | undefined, shown: readonly AnyStateNode[]): AnyStateNode | null {
  if (state === undefined) return null;
  return [state, ...ancestorsOf(state)].find((each) => shown.includes(each)) ?? null;
}

function ancestorsOf(state: AnyStateNode): AnyStateNode[] {
  return state.parent === undefined ? [] : [state.parent, ...ancestorsOf(state.parent)];
}

/** A job fails by a fault, whatever state its work was in, and every other event that no command sends is progress. */
function kindOf(transition: AnyTransitionDefinition): ArrowKind {
  const { target } = transition;
  const eventType = eventOf(transition);
  if (/^[A-Z_]+$/.test(eventType) && eventType !== 'PROCEED') return 'command';
  const leadsToFailure = target?.some(({ key, tags }) => key === 'failed' && tags.includes('ended')) === true;
  return leadsToFailure || eventType.startsWith('xstate.error.') ? 'fault' : 'progress';
}

function eventOf({ eventType }: { eventType: unknown }): string {
  return String(eventType);
}

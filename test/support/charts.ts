import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { JOB_KINDS, CLIENT_JOB_KINDS } from '../../engine/job-kinds/index.ts';
import type { JobKind } from '../../engine/job-kinds/job-kind.ts';
import { layOut } from './chart-layout.ts';

/** The document with the charts. */
export const CHARTS_FILE = fileURLToPath(new URL('../../docs/state-charts.md', import.meta.url));

/** The charts of the console, by the file that keeps them. */
export async function consoleCharts(): Promise<ReadonlyMap<string, string>> {
  const drawn = CLIENT_JOB_KINDS.map(async (kind): Promise<[string, string]> => {
    const file = fileURLToPath(new URL(`../../console/state-chart/charts/${kind.idPrefix}.json`, import.meta.url));
    return [file, `${JSON.stringify(await layOut(await machineOf(kind)))}\n`];
  });
  return new Map(await Promise.all(drawn));
}

/** The Markdown with a chart of each machine, made from its definition. */
export async function stateCharts(): Promise<string> {
  const chapters = JOB_KINDS.map(async (kind) => chapter(titleOf(kind), await machineOf(kind)));
  return [PREFACE, ...(await Promise.all(chapters))].join('\n\n') + '\n';
}

/** The machine of a kind, which its files name as they name the kind. @throws Error when there is none */
export async function machineOf({ idPrefix, workflowType }: JobKind): Promise<AnyStateMachine> {
  const module = (await import(`../../machines/${idPrefix}.ts`)) as Readonly<Record<string, AnyStateMachine>>;
  const machine = module[`${workflowType}Machine`];
  if (machine === undefined) throw new Error(`machines/${idPrefix}.ts exports no ${workflowType}Machine.`);
  return machine;
}

/** `list_deletion` becomes "List deletion". */
function titleOf({ name }: JobKind): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');
}

const PREFACE = `# State charts

Generated from the machines by \`npm run charts\`; a test fails when they differ.

A state shows its work below its name. *done* and *error* are the ends of that work, *immediately* needs no event, *after* is a timer. Guards
are in brackets; the first true guard decides. An arrow from a box of states names the state or work that it comes from.`;

function chapter(title: string, { root }: AnyStateMachine): string {
  const facts = [...root.transitions.values()].flat().map((transition) => `\`${transition.eventType}\``);
  const lines = ['stateDiagram-v2', ...inside(root), ...arrows(root)];
  return [
    `## ${title}`,
    `\`\`\`mermaid\n${lines.join('\n')}\n\`\`\``,
    ...(facts.length === 0 ? [] : [`Accepted in every state and counted once: ${facts.join(', ')}.`]),
  ].join('\n\n');
}

/** The states in a box, and the arrow to the first of them. */
function inside(box: AnyStateNode): string[] {
  const indent = '  '.repeat(box.path.length + 1);
  const shown = Object.values(box.states).filter((state) => state.type !== 'history');
  const states = shown.flatMap((state) => [
    ...(state.type === 'compound'
      ? [`${indent}state "${state.key}" as ${idOf(state)} {`, ...inside(state), `${indent}}`]
      : [`${indent}state "${nameOf(state)}" as ${idOf(state)}`]),
    ...(state.tags.includes('ended') ? [`${indent}${idOf(state)} --> [*]`] : []),
  ]);
  const first = box.initial.target.map((target) => `${indent}[*] --> ${idOf(target)}`);
  return [...first, ...states, ...(box.path.length === 0 ? [] : arrows(box))];
}

/** The arrows between the states of a box, including those that begin or end deeper inside them. */
function arrows(box: AnyStateNode): string[] {
  const labels = new Map<string, string[]>();
  for (const transition of transitionsBelow(box)) {
    const [target] = transition.target ?? [];
    if (target === undefined || boxOf(transition.source, target) !== box) continue;
    const from = stateIn(box, transition.source);
    const to = stateIn(box, target);
    const arrow = `${idOf(from)} --> ${idOf(to)}`;
    labels.set(arrow, [...(labels.get(arrow) ?? []), labelOf(transition, from, to, target)]);
  }
  const indent = '  '.repeat(box.path.length + 1);
  return [...labels].map(([arrow, texts]) => `${indent}${arrow}: ${texts.join('<br/>')}`);
}

function transitionsBelow(state: AnyStateNode): AnyTransitionDefinition[] {
  const own = [...(state.always ?? []), ...[...state.transitions.values()].flat()];
  return [...own, ...Object.values(state.states).flatMap(transitionsBelow)];
}

/** The innermost state that both are in; Mermaid draws arrows only between states of one box. */
function boxOf(a: AnyStateNode, b: AnyStateNode): AnyStateNode | undefined {
  const around = ancestorsOf(a);
  return ancestorsOf(b).find((state) => around.includes(state));
}

function ancestorsOf(state: AnyStateNode): AnyStateNode[] {
  return state.parent === undefined ? [] : [state.parent, ...ancestorsOf(state.parent)];
}

function stateIn(box: AnyStateNode, inner: AnyStateNode): AnyStateNode {
  return [inner, ...ancestorsOf(inner)].find((state) => state.parent === box) ?? inner;
}

function labelOf(
  transition: AnyTransitionDefinition,
  from: AnyStateNode,
  to: AnyStateNode,
  target: AnyStateNode,
): string {
  const { source } = transition;
  const origin = source === from ? '' : `${workOf(source)[0] ?? source.key} `;
  const destination = target === to ? '' : target.type === 'history' ? ', to where it was' : `, to ${target.key}`;
  return `${origin}${happeningOf(transition.eventType)}${guardOf(transition)}${destination}`;
}

function happeningOf(eventType: string): string {
  if (eventType === '') return 'immediately';
  if (eventType.startsWith('xstate.done.')) return 'done';
  if (eventType.startsWith('xstate.error.')) return 'error';
  return eventType.replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1');
}

function guardOf({ guard }: AnyTransitionDefinition): string {
  if (guard === undefined) return '';
  const { name, type, guards } = (typeof guard === 'string' ? { type: guard } : guard) as NamedGuard;
  return ` [${guards?.join(` ${name} `) ?? type}]`;
}

/** A guard by its name, or XState's function `and` or `or` with the names it was given. */
interface NamedGuard {
  readonly type?: string;
  readonly name?: string;
  readonly guards?: readonly string[];
}

function nameOf(state: AnyStateNode): string {
  return [state.key, ...workOf(state)].join('<br/>');
}

function workOf(state: AnyStateNode): string[] {
  return state.invoke.map(({ src }) => src as string);
}

function idOf(state: AnyStateNode): string {
  return state.path.join('_');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(CHARTS_FILE), { recursive: true });
  writeFileSync(CHARTS_FILE, await stateCharts());
  for (const [file, text] of await consoleCharts()) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

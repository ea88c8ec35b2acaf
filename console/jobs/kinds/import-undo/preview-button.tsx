import { useLocation } from 'preact-iso/router';
import { dataOf } from '../../../../client/index.ts';
import type { components } from '../../../../client/index.ts';
import { linkTo } from '../../../base.ts';
import { CommandButton } from '../../../parts/command-button.tsx';
import { useApi } from '../../../session/session.tsx';

/** The button that counts what an undo of an import would do, and shows it; the link to the undo of one that has it. */
export function PreviewButton({ row: { id, undo_id } }: { row: components['schemas']['SubscriberImport'] }) {
  const { client } = useApi();
  const { route } = useLocation();
  if (undo_id !== null) return <a href={linkTo(`/undos/${undo_id}`)}>This import is undone by undo {undo_id}</a>;
  const preview = async () => {
    const body = { import_undo: { dry_run: true } };
    const call = client.POST('/subscriber_imports/{id}/undo', { params: { path: { id } }, body });
    route(linkTo(`/undos/${(await dataOf(call)).id}`));
  };
  return (
    <CommandButton kind="quiet" run={preview} failed="The import cannot be undone">
      Undo this import …
    </CommandButton>
  );
}

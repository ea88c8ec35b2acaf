import { useEffect } from 'preact/hooks';
import { dataOf } from '../../client/index.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { useApi } from '../session/session.tsx';
import { Diagnosis } from './diagnosis.tsx';

interface ObstacleProps {
  kind: 'subscriber_import';
  id: number;
}

/** Milliseconds between two readings: the cause of a block is in no event. */
const POLL_MS = 3_000;

/** Shows the cause for which a running job is blocked, within seconds; nothing while there is none. */
export function Obstacle({ kind, id }: ObstacleProps) {
  const { client } = useApi();
  const inspection = useAnswer(
    () => dataOf(client.GET('/jobs/{job_kind}/{id}', { params: { path: { job_kind: kind, id } } })),
    [client, kind, id],
  );
  useEffect(() => {
    const timer = setInterval(inspection.reload, POLL_MS);
    return () => clearInterval(timer);
  }, [inspection.reload]);
  const { diagnosis = null, actions = [] } = inspection.data ?? {};
  return (
    <div role="status">
      {diagnosis !== null && (
        <div class="panel warning">
          <Diagnosis {...{ diagnosis, kind, id }} mayAct={actions.length > 0} onDone={inspection.reload} />
        </div>
      )}
    </div>
  );
}

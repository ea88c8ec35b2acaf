import { useEffect, useRef, useState } from 'preact/hooks';

interface EndNoticeProps {
  /** The sentence of the notification: "Import 12 is finished". */
  sentence: string;
  isOver: boolean;
}

/**
 * The choice to be notified of the end of a job by the browser, while another tab or program is used. It holds for all jobs
 * that this tab shows. Nothing where the browser has no notifications.
 */
export function EndNotice({ sentence, isOver }: EndNoticeProps) {
  const [choice, setChoice] = useState<Choice>(kept);
  const wasOver = useRef(isOver);
  useEffect(() => {
    if (isOver && !wasOver.current && choice === 'on' && !document.hasFocus()) notify(sentence);
    wasOver.current = isOver;
  }, [isOver]);
  if (isOver || !('Notification' in window)) return null;
  const choose = async (isWanted: boolean) => {
    const isAllowed = isWanted && (await Notification.requestPermission()) === 'granted';
    const chosen = isAllowed ? 'on' : isWanted ? 'refused' : 'off';
    setChoice(chosen);
    keep(chosen);
  };
  return (
    <p class="end-notice">
      <label>
        <input
          type="checkbox"
          checked={choice === 'on'}
          onChange={({ currentTarget }) => void choose(currentTarget.checked)}
        />{' '}
        Notify me when it ends
      </label>
      {choice === 'refused' && (
        <span class="muted" role="status">
          {' '}
          The browser allows no notifications of this page: change that in its settings of the page.
        </span>
      )}
    </p>
  );
}

/** refused: wanted, but the browser does not allow it. */
type Choice = 'on' | 'off' | 'refused';

const ITEM = 'sluice.end-notice';

function kept(): Choice {
  const isKept = 'Notification' in window && sessionStorage.getItem(ITEM) === 'on';
  return isKept && Notification.permission === 'granted' ? 'on' : 'off';
}

function keep(choice: Choice): void {
  sessionStorage.setItem(ITEM, choice);
}

/** Some browsers of phones take notifications from service workers alone. */
function notify(sentence: string): void {
  try {
    const notification = new Notification(sentence, { tag: location.pathname });
    notification.onclick = () => window.focus();
  } catch {
    // The title of the tab tells it.
  }
}

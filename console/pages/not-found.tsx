import { linkTo } from '../base.ts';
import { Page } from '../parts/page.tsx';

export function NotFound() {
  return (
    <Page title="No such page">
      <p>
        There is no page at this address. <a href={linkTo('/lists')}>Go to the lists</a>.
      </p>
    </Page>
  );
}

import type { Permission } from '../../engine/domain/permissions.ts';

/** A permission, and what it lets a standard user do, as the end of "May …". */
interface PermissionWords {
  readonly permission: Permission;
  readonly may: string;
}

/** The permissions that calls of this service need, by what they are about. The others are stored for other programs. */
export const PERMISSION_GROUPS: readonly {
  readonly about: string;
  readonly permissions: readonly PermissionWords[];
}[] = [
  {
    about: 'Subscribers',
    permissions: [
      { permission: 'subscriber.read', may: 'See and find subscribers, and suppressed addresses' },
      { permission: 'subscriber.import', may: 'Import files, which add, change and deactivate subscribers' },
      { permission: 'subscriber.export', may: 'Export lists, and download the files' },
      { permission: 'subscriber.create', may: 'Add single subscribers' },
      { permission: 'subscriber.update', may: 'Change, unsubscribe and suppress single subscribers' },
      { permission: 'subscriber.delete', may: 'Delete single subscribers' },
    ],
  },
  {
    about: 'Lists',
    permissions: [
      { permission: 'mailing_list.create', may: 'Create lists' },
      { permission: 'mailing_list.update', may: 'Change lists' },
      { permission: 'mailing_list.delete', may: 'Delete lists with their subscribers' },
    ],
  },
  changesOf('Fields', 'fields', 'custom_field'),
  changesOf('Segments', 'segments', 'segmentation_criteria'),
  changesOf('Templates', 'templates', 'campaign/template'),
  changesOf('Seed lists', 'seed lists', 'seed_list'),
  { about: 'Campaigns', permissions: [{ permission: 'campaign.read_stats', may: 'Read the statistics of campaigns' }] },
];

/** The three permissions of records that are only created, changed and deleted. */
function changesOf(
  about: string,
  what: string,
  kind: 'custom_field' | 'segmentation_criteria' | 'campaign/template' | 'seed_list',
) {
  return {
    about,
    permissions: [
      { permission: `${kind}.create`, may: `Create ${what}` },
      { permission: `${kind}.update`, may: `Change ${what}` },
      { permission: `${kind}.delete`, may: `Delete ${what}` },
    ],
  } as const;
}

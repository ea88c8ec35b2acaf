import { holds } from '../../../engine/domain/permissions.ts';
import { Field } from '../../parts/field.tsx';
import { PERMISSION_GROUPS } from '../../parts/permission-words.ts';
import { ROLES } from '../../parts/roles.ts';
import type { Role } from '../../parts/roles.ts';
import { useSession } from '../../session/session.tsx';
import { withPermission } from './user.ts';
import type { UserDraft } from './user.ts';

interface UserFieldsProps {
  draft: UserDraft;
  /** Users take neither their own role nor their own access away; the own address needs the password, on another page. */
  isOwn: boolean;
  onChange: (draft: UserDraft) => void;
}

/** Inputs of a user: name, address, role, permissions. */
export function UserFields({ draft, isOwn, onChange }: UserFieldsProps) {
  const { caller } = useSession();
  const offered = (Object.keys(ROLES) as Role[]).filter(
    (role) => role !== 'system_admin' || caller?.role === 'system_admin' || draft.role === role,
  );
  return (
    <>
      <Field label="Name" hint="Others see it in the activity of jobs.">
        {(control) => (
          <input
            {...control}
            required
            maxLength={100}
            autocomplete="off"
            value={draft.full_name}
            onInput={(event) => onChange({ ...draft, full_name: event.currentTarget.value })}
          />
        )}
      </Field>
      {isOwn ? (
        <p>
          You are {ROLES[draft.role].name.toLowerCase()}. Another administrator can give you another role, or switch you
          off.
        </p>
      ) : (
        <>
          <Field label="Email" hint="The user signs in with it.">
            {(control) => (
              <input
                {...control}
                required
                type="email"
                autocomplete="off"
                value={draft.email}
                onInput={(event) => onChange({ ...draft, email: event.currentTarget.value })}
              />
            )}
          </Field>
          <fieldset class="plain">
            <legend>Role</legend>
            {offered.map((role) => (
              <label key={role} class="check">
                <input
                  type="radio"
                  name="role"
                  checked={draft.role === role}
                  onChange={() => onChange({ ...draft, role })}
                />
                <span>
                  {ROLES[role].name} <span class="muted">may do {ROLES[role].may}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {draft.role === 'standard' && <Permissions draft={draft} onChange={onChange} />}
          <label class="check">
            <input
              type="checkbox"
              checked={draft.active}
              onChange={(event) => onChange({ ...draft, active: event.currentTarget.checked })}
            />
            May sign in
          </label>
        </>
      )}
    </>
  );
}

function Permissions({ draft, onChange }: Pick<UserFieldsProps, 'draft' | 'onChange'>) {
  return (
    <div class="inset permissions">
      <p class="hint">
        Each user sees lists, their fields and counts. A standard user sees no users, keys or webhooks.
      </p>
      {PERMISSION_GROUPS.map(({ about, permissions }) => (
        <fieldset key={about} class="plain">
          <legend>{about}</legend>
          {permissions.map(({ permission, may }) => (
            <label key={permission} class="check">
              <input
                type="checkbox"
                checked={holds(draft.permissions, permission)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange({ ...draft, permissions: withPermission(draft.permissions, permission, checked) })
                }
              />
              {may}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

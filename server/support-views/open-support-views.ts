import type { Identified, RequestBearer } from '#server/platform/primitives/viewer.ts'
import { tokenHash } from '#server/platform/primitives/ids.ts'
import { type NewView, type ViewStarted, beginView } from './begin-view.ts'
import type { SupportViewDeps } from './deps.ts'
import { endViews } from './end-views.ts'
import { identifyView } from './identify-view.ts'
import { type LiveView, listViews } from './list-views.ts'
import { type OpenedView, openView } from './open-view.ts'

/** Who ends a view of somebody else: the name of another member, or of an operator at the command line. */
export interface EndedBy {
  readonly address?: string
  readonly by: string
}

/** The module, created. */
export interface SupportViews {
  begin(view: NewView): Promise<ViewStarted>
  /** Exchanges the code for the token, once; undefined for one that cannot be used. */
  open(opening: { readonly code: string; readonly deviceUid: string }): Promise<OpenedView | undefined>
  /** The viewer of a view's token. Nothing is cached. */
  identify(token: string, bearer: RequestBearer): Promise<Identified>
  /** Ends the view of a token from its own tab; does nothing when it has ended. */
  endOf(tab: { readonly token: string; readonly deviceUid: string; readonly address: string }): Promise<void>
  /** Ends a view by its number; false when it is not live. Without `by` it was its own member. */
  end(viewId: string, ending: Partial<EndedBy>): Promise<boolean>
  list(accountId?: number): Promise<readonly LiveView[]>
}

export function openSupportViews(deps: SupportViewDeps): SupportViews {
  const { db, clock } = deps
  return {
    begin: (view) => beginView(deps, view),
    open: (opening) => openView(deps, opening),
    identify: (token, bearer) => identifyView(deps, token, bearer),
    endOf: async ({ token, deviceUid, address }) => {
      const row = await db
        .selectFrom('support_view')
        .select('view_id')
        .where('token_hash', '=', tokenHash(token))
        .where('device_uid', '=', deviceUid)
        .executeTakeFirst()
      if (row !== undefined)
        await endViews(deps, { cause: 'member', nowMs: clock.nowMs(), viewIds: [row.view_id], address })
    },
    end: async (viewId, { by, address }) => {
      const ended = await endViews(deps, {
        cause: by === undefined ? 'member' : 'operator',
        ...{ nowMs: clock.nowMs(), viewIds: [viewId] },
        ...(by === undefined ? {} : { by }),
        ...(address === undefined ? {} : { address }),
      })
      return ended > 0
    },
    list: (accountId) => listViews(db, clock.nowMs(), accountId),
  }
}

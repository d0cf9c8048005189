/** Subscribers, for other programs of the operator. */
import { externalAccounts as endpoints } from '#contract/external/accounts.ts'
import { type Outcome, type OutcomeOf, type ParsedOf, reject, respond } from '#contract/form/endpoint.ts'
import {
  type Account,
  generatePassword,
  judgePassword,
  normalAbonement,
  normalPhone,
} from '#server/accounts/accounts.ts'
import {
  type AccountCall,
  findAccountCall,
  isFasterCall,
  noteAccountCall,
} from '#server/api-keys/api-keys.ts'
import { freeSubscriberNumber, trialNumber } from '#server/editing/editing.ts'
import { maskedPhone, tellFormerPhone } from '#server/registration/registration.ts'
import { mainServiceId, nameForAccount, unknownBrand } from '#server/site/site.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  byKey,
  type ExternalCall,
  type ExternalDeps,
  report,
  secOf,
  withAccount,
  withOpenAccount,
} from './deps.ts'

export function accountEndpoints(deps: ExternalDeps): readonly BoundEndpoint[] {
  const { accounts, billing } = deps
  return bindEndpoints('externalAccounts', endpoints, {
    list: async ({ q, after, limit }) => {
      if (q !== undefined && q !== '')
        return respond({ accounts: (await accounts.findByName(q)).map(present), next: 0 })
      const page = await accounts.listAccounts({ after, limit: limit + 1 })
      const shown = page.slice(0, limit)
      return respond({
        accounts: shown.map(present),
        next: page.length > limit ? (shown.at(-1)?.accountId ?? 0) : 0,
      })
    },
    show: ({ account_id: accountId }) =>
      withAccount(deps, accountId, async (account) => {
        const standing = await billing.accountStanding(accountId)
        return respond({
          ...present(account),
          balance_tiyin: standing.balanceTiyin,
          missing_tiyin: standing.missingTiyin,
          tariffs: standing.subscriptions.map((one) => ({
            ...{ tariff_id: one.tariffId, state: one.state, is_base: one.isBase },
            ...{ paid_until: secOf(one.paidUntilMs), auto_renew: one.autoRenew },
            price_tiyin: one.priceTiyin,
          })),
        })
      }),
    create: (input, call) => create(deps, input, call),
    ...changingHandlers(deps),
  })
}

function changingHandlers(deps: ExternalDeps): Handlers<typeof endpoints, 'update' | 'block' | 'unblock'> {
  const { accounts } = deps
  const setState = async (account: Account, state: Account['state'], call: ExternalCall) => {
    if (account.state !== state) {
      await accounts.setState(account.accountId, state, byKey(call))
      report(deps, call, 'api_account_state', account.accountId, { former: account.state, state })
    }
    return respond(present({ ...account, state }))
  }
  return {
    update: ({ account_id: accountId, phone: written, name }, call) =>
      withOpenAccount(deps, accountId, async (account) => {
        const phone = written === undefined ? undefined : readPhone(written)
        if (phone === 'wrong') return reject('wrong_phone')
        const outcome = await accounts.changeFacts(accountId, { phone, name }, byKey(call))
        if (outcome === 'not_found') return reject('not_found')
        if (outcome === 'phone_taken') return reject('phone_registered')
        if (outcome === 'changed') await reportChange(deps, call, account, phone)
        const change = { ...(phone === undefined ? {} : { phone }), ...(name === undefined ? {} : { name }) }
        return respond(present({ ...account, ...change }))
      }),
    block: ({ account_id: accountId }, call) =>
      withOpenAccount(deps, accountId, (account) => setState(account, 'blocked', call)),
    unblock: ({ account_id: accountId }, call) =>
      withOpenAccount(deps, accountId, (account) => setState(account, 'active', call)),
  }
}

/** To the audit, and by SMS to the former phone: the new one can recover the password. */
async function reportChange(
  deps: ExternalDeps,
  call: ExternalCall,
  account: Account,
  phone: string | null | undefined,
): Promise<void> {
  const { accountId, phone: former } = account
  if (phone === undefined || phone === former) {
    report(deps, call, 'api_account_changed', accountId, {})
    return
  }
  const masked = (one: string | null) => (one === null ? '' : maskedPhone(one))
  report(deps, call, 'api_account_changed', accountId, { former: masked(former), phone: masked(phone) })
  if (former === null) return
  const service = await nameForAccount(deps.db, account, 'ru')
  await tellFormerPhone(deps, { former, phone, language: 'ru', service })
}

type Created = OutcomeOf<typeof endpoints.create> | Outcome<never, 'busy'>

async function create(
  deps: ExternalDeps,
  input: ParsedOf<typeof endpoints.create>,
  call: ExternalCall,
): Promise<Created> {
  const key = call.idempotencyKey
  if (key === undefined) return reject('idempotency_key_needed')
  const { name, password, brand } = input
  const phone = readPhone(input.phone)
  if (phone === 'wrong') return reject('wrong_phone')
  const own = input.abonement === '' ? '' : readNumber(input.abonement)
  if (own === undefined) return reject('trial_name_wrong')
  // Not the password: a fast hash of it would be stored.
  const sent: AccountCall = {
    key,
    inputs: ['create', own, phone, name, password !== '', ...(brand === mainServiceId ? [] : [brand])],
  }
  const former = await findFormer(deps, sent)
  if (former !== undefined) return former
  if ((await unknownBrand(deps.db, [brand])) !== undefined)
    return reject('brand_unknown', { values: { id: brand }, field: 'brand' })
  const abonement = own === '' ? await freeSubscriberNumber(deps) : own
  if (password !== '' && judgePassword(password, [phone ?? '', abonement, name]) !== 'good')
    return reject('weak_password')
  const added = await add(deps, { abonement, phone, name, password, brand }, sent, call)
  // The same request may have been sent twice at once: then the other one created it.
  return added.kind === 'ok' ? added : ((await findFormer(deps, sent)) ?? added)
}

/** The response for an account that an earlier request with this key created. */
async function findFormer({ accounts, db }: ExternalDeps, sent: AccountCall): Promise<Created | undefined> {
  const former = await findAccountCall(db, sent)
  if (former === 'conflict') return reject('key_used')
  const account = former === undefined ? undefined : await accounts.accountOf(former)
  return account === undefined ? undefined : respond({ ...present(account), is_new: false, password: '' })
}

interface NewAccount {
  readonly abonement: string
  readonly phone: string | null
  readonly name: string
  /** '': one is made. */
  readonly password: string
  readonly brand: number
}

async function add(
  deps: ExternalDeps,
  { abonement, phone, name, password: chosen, brand: serviceId }: NewAccount,
  sent: AccountCall,
  call: ExternalCall,
): Promise<Created> {
  const nowMs = deps.clock.nowMs()
  const password = chosen === '' ? generatePassword(deps.random) : chosen
  const added = await deps.accounts
    .addAccount({ abonement, phone, name, password, serviceId }, byKey(call), (trx, accountId) =>
      noteAccountCall(trx, sent, { accountId, nowMs }),
    )
    .catch((error: unknown) => {
      if (isFasterCall(error)) return { kind: 'busy' } as const
      throw error
    })
  if (added.kind === 'phone_taken') return reject('phone_registered')
  if (added.kind === 'abonement_taken') return reject('trial_number_taken')
  if (added.kind === 'busy') return reject('busy')
  const { accountId } = added
  report(deps, call, 'api_account_created', accountId, { abonement })
  const facts = { accountId, abonement, phone, name, state: 'active' as const, serviceId }
  return respond({
    ...present({ ...facts, createdAt: new Date(nowMs), passwordChangedAt: null }),
    ...{ is_new: true, password: chosen === '' ? password : '' },
  })
}

/** Null for '', `wrong` for what is no phone. */
function readPhone(written: string): string | null | 'wrong' {
  return written === '' ? null : (normalPhone(written) ?? 'wrong')
}

function readNumber(written: string): string | undefined {
  const number = normalAbonement(written)
  return number === undefined ? undefined : trialNumber(number)
}

function present({ accountId, abonement, phone, name, state, createdAt, serviceId }: Account) {
  return {
    ...{ account_id: accountId, abonement, phone: phone ?? '', name, state },
    created_at: secOf(createdAt.getTime()),
    brand: serviceId ?? mainServiceId,
  }
}

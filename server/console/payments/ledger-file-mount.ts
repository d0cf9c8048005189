/** Accounting data as files: entries, totals of days, payments, and the exchange with 1C. */
import type { IncomingMessage } from 'node:http'
import {
  ExchangeDetails,
  LedgerFile,
  ledgerFile,
  type LedgerPart,
  ledgerParts,
  ledgerFilesRoot,
  maxLedgerDays,
  maxSheetRows,
} from '#contract/console/ledger.ts'
import type { FailureCode } from '#contract/form/failures.ts'
import { roleMay } from '#contract/form/permissions.ts'
import {
  countEntries,
  countPayments,
  type ExchangeDetails as Details,
  writeDealers,
  writeEntries,
  writeExchange,
  writePayments,
  writeTotals,
} from '#server/accounting/accounting.ts'
import type { Audit } from '#server/audit/audit.ts'
import { bodyOf, refuseFile, sendTable } from '#server/console/tables/table-file.ts'
import type { TableMountDeps } from '#server/console/tables/table-mount.ts'
import { isSecureRequest } from '#server/platform/http/client/secure-request.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { filterOf, isPeriod } from './ledger-endpoints.ts'

export interface LedgerMountDeps extends TableMountDeps {
  readonly audit: Audit
}

/** Handles `POST` to `ledgerFilesRoot` and a part. */
export function ledgerFileMount(deps: LedgerMountDeps): Mount {
  return {
    prefix: ledgerFilesRoot,
    handle: async (request, response) => {
      const answer = await fileOf(deps, request)
      if (typeof answer === 'string') {
        const limit = answer === 'ledger_rows' ? maxSheetRows : maxLedgerDays
        refuseFile(request, response, answer, { limit })
      } else await sendTable(response, answer)
      return true
    },
  }
}

type File = Parameters<typeof sendTable>[1]
type Input = ReturnType<typeof LedgerFile.parse>

/** The file, or why there is none. */
async function fileOf(deps: LedgerMountDeps, request: IncomingMessage): Promise<File | FailureCode> {
  const word = (request.url ?? '').split('?', 1)[0]?.slice(ledgerFilesRoot.length) ?? ''
  const part = ledgerParts.find((one) => one === word)
  if (part === undefined) return 'not_found'
  if (request.method !== 'POST') return 'method_not_allowed'
  const address = deps.clientAddress(request)
  const facts = { isSecure: isSecureRequest(deps, request), clientAddress: address }
  const admitted = await deps.admitStaff(ledgerFile, request, facts)
  if (admitted.kind === 'refused') return admitted.failure
  const { staff } = admitted
  if (staff === undefined) return 'not_authorized'
  const parsed = LedgerFile.safeParse(await bodyOf(request))
  if (!parsed.success) return 'invalid_input'
  const withPhones = roleMay(staff.role, { section: 'subscribers', level: 'act' })
  const file = await partOf(deps, part, { ...parsed.data, withPhones })
  if (typeof file === 'string') return file
  const { own_account: _, own_name: _name, own_inn: _inn, ...chosen } = parsed.data
  await deps.audit.record({
    ...{ event: 'ledger_exported', actor: 'staff', address },
    change: {
      staff: { staffId: staff.staffId, name: staff.name },
      ...{ section: 'payments', subject: `file ${part}`, after: chosen },
    },
  })
  return file
}

/** The table's format of a request; undefined for plain text. */
function tableOf({ format }: Input) {
  return format === 'txt' ? undefined : format
}

/** Nothing is read before the file is sent, except how many rows it has. */
async function partOf(
  { db, clock }: LedgerMountDeps,
  part: LedgerPart,
  input: Input & { readonly withPhones: boolean },
): Promise<File | FailureCode> {
  const { from, to, encoding } = input
  if (!isPeriod(input)) return 'ledger_period'
  if (part === 'exchange') {
    const details = detailsOf(input)
    if (typeof details === 'string') return details
    const file = writeExchange(db, { from, to, encoding, details, nowMs: clock.nowMs() })
    return { file, format: encoding, name: `1c-${from}-${to}` }
  }
  const format = tableOf(input)
  if (format === undefined) return 'invalid_input'
  const request = { ...input, format }
  const name = `${part}-${from}-${to}`
  switch (part) {
    case 'entries': {
      const filter = filterOf(input)
      if (format === 'xlsx' && (await countEntries(db, filter)) > maxSheetRows) return 'ledger_rows'
      return { file: writeEntries(db, request, filter), format, name }
    }
    case 'totals':
      return { file: writeTotals(db, request), format, name }
    case 'dealers':
      return { file: writeDealers(db, request), format, name }
    case 'payments':
      if (format === 'xlsx' && (await countPayments(db, input)) > maxSheetRows) return 'ledger_rows'
      return { file: writePayments(db, request), format, name }
  }
}

const failureOf = {
  own_account: 'exchange_account',
  own_name: 'exchange_name',
  own_inn: 'exchange_inn',
} as const

/** The operator's details, or the first that is wrong. */
function detailsOf(input: Input): Details | FailureCode {
  const read = ExchangeDetails.safeParse(input)
  if (!read.success) {
    const [field] = read.error.issues[0]?.path ?? []
    return field === 'own_name' || field === 'own_inn' ? failureOf[field] : failureOf.own_account
  }
  const { own_account: account, own_name: name, own_inn: inn } = read.data
  return { account, name, inn }
}

/** The filters of the audit log as an address has them, and as the endpoint takes them. */
import { type Section, sections } from '#contract/form/permissions.ts'
import type { AuditFilter } from '#console/audit-entries/audit-timeline.tsx'
import { dayOf, startOfDay } from '#console/i18n/format.ts'

export const periods = ['', 'today', 'week', 'month', 'own'] as const
export type Period = (typeof periods)[number]

export interface AuditQuery {
  /** '' for everybody. */
  readonly staffId: string
  readonly section: Section | ''
  readonly subject: string
  readonly period: Period
  /** Days in Tashkent, `2026-11-20`, for the period `own`; '' is open. */
  readonly from: string
  readonly to: string
}

const daySec = 86_400
/** Days before today that a period reaches back to. */
const daysBack = { today: 0, week: 6, month: 29 } as const

/** Reads the filters; what an address has wrong counts as absent. */
export function readAuditQuery(query: URLSearchParams): AuditQuery {
  const text = (name: string) => query.get(name) ?? ''
  const day = (name: string) => (startOfDay(text(name)) === undefined ? '' : text(name))
  return {
    staffId: /^[1-9]\d{0,8}$/.test(text('staff')) ? text('staff') : '',
    section: sections.find((name) => name === text('section')) ?? '',
    subject: text('subject').slice(0, 100),
    period: periods.find((name) => name === text('period')) ?? '',
    from: day('from'),
    to: day('to'),
  }
}

/** The input of the endpoint. Days are whole days in Tashkent, both included. */
export function filterOf(query: AuditQuery, nowSec: number): AuditFilter {
  const { staffId, section, subject } = query
  const { from, to } = spanOf(query, nowSec)
  return {
    ...(staffId === '' ? {} : { staff_id: Number(staffId) }),
    ...(section === '' ? {} : { section }),
    ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

function spanOf({ period, from, to }: AuditQuery, nowSec: number) {
  if (period === '') return { from: undefined, to: undefined }
  if (period !== 'own') {
    const today = startOfDay(dayOf(nowSec)) ?? nowSec
    return { from: today - daysBack[period] * daySec, to: undefined }
  }
  const end = startOfDay(to)
  return { from: startOfDay(from), to: end === undefined ? undefined : end + daySec - 1 }
}

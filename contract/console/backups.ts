/** Backups of the installation: their schedule and place, those that are there, and the drills that restore them. */
import * as z from 'zod/mini'
import { text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** Why a backup or a restore drill failed. */
export const backupProblems = [
  'folder_wrong',
  'folder_closed',
  'folder_inside',
  'folder_slow',
  'folder_taken',
  'store_address',
  'store_keys',
  'store_bucket',
  'store_denied',
  'store_clock',
  'store_unreachable',
  'store_foreign',
  'no_space',
  'interrupted',
  'no_backup',
  'backup_missing',
  'contents_changed',
  'file_changed',
  'table_changed',
  'not_restored',
  'database_refused',
  'scratch_taken',
  'ledger_broken',
  'figures_differ',
  'failed',
] as const

const placeFailures = [
  'backup_folder_wrong',
  'backup_folder_closed',
  'backup_folder_inside',
  'backup_folder_slow',
  'backup_no_space',
  'backup_store_refused',
  'backup_store_foreign',
] as const

const origins = ['schedule', 'staff', 'operator'] as const

const Backup = z.object({
  backup_id: z.int(),
  origin: z.enum(origins),
  /** The member of staff; ''. */
  started_by: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'deleted']),
  folder: z.string(),
  with_films: z.boolean(),
  /** While it runs: tables or files, how many of them are copied. */
  phase: z.enum(['', 'database', 'files']),
  done: z.int(),
  total: z.int(),
  bytes: z.int(),
  rows: z.int(),
  files: z.int(),
  /** SHA-256 of its list of contents; '' before it is there. */
  checksum: z.string(),
  problem: z.nullable(z.enum(backupProblems)),
  /** What the problem is about: a file, a table. */
  detail: z.string(),
  /** Unix seconds, as all times here. */
  created_at: z.int(),
  ended_at: z.nullable(z.int()),
})

const Drill = z.object({
  drill_id: z.int(),
  /** When the backup was made that is restored; null without one. */
  backup_at: z.nullable(z.int()),
  origin: z.enum(origins),
  started_by: z.string(),
  state: z.enum(['waiting', 'running', 'passed', 'failed']),
  phase: z.enum(['', 'files', 'restore', 'compare']),
  /** What was counted in the restored database; null unless it passed. */
  counted: z.nullable(z.object({ accounts: z.int(), tariffs: z.int(), ledger_entries: z.int() })),
  took_ms: z.int(),
  problem: z.nullable(z.enum(backupProblems)),
  detail: z.string(),
  created_at: z.int(),
  ended_at: z.nullable(z.int()),
})

const minuteOfDay = whole(0, 1439)

const settingFields = {
  /** A folder of the server, from its root, or of an object store: `s3://bucket/folder`. */
  folder: text(500),
  is_on: z.boolean(),
  /** In Tashkent. */
  minute_of_day: minuteOfDay,
  /** How many backups are retained. */
  retained: whole(1, 365),
  with_films: z.boolean(),
  is_drill_on: z.boolean(),
  /** 1 is Monday. */
  drill_weekday: whole(1, 7),
  drill_minute: minuteOfDay,
}

export const consoleBackups = {
  state: consoleEndpoint({
    method: 'GET',
    path: '/backups',
    permission: { section: 'health', level: 'view' },
    summary: 'The schedule of backups, the newest backups and restore drills',
    input: z.object({}),
    output: z.object({
      settings: z.object(settingFields),
      /** Null without a schedule. */
      next_backup_at: z.nullable(z.int()),
      next_drill_at: z.nullable(z.int()),
      /** The newest first; at most 60. */
      backups: z.array(Backup),
      /** The newest first; at most 20. */
      drills: z.array(Drill),
    }),
  }),
  save: consoleEndpoint({
    method: 'POST',
    path: '/backups/save',
    permission: { section: 'settings', level: 'edit' },
    summary: 'Sets the schedule and the place of backups',
    stepUp: true,
    input: z.object(settingFields),
    output: z.object({ next_backup_at: z.nullable(z.int()) }),
    failures: placeFailures,
  }),
  start: consoleEndpoint({
    method: 'POST',
    path: '/backups/start',
    permission: { section: 'health', level: 'act' },
    summary: 'Makes a backup now',
    input: z.object({}),
    output: z.object({ backup_id: z.int() }),
    failures: [...placeFailures, 'backup_running', 'backup_quiet'],
  }),
  drill: consoleEndpoint({
    method: 'POST',
    path: '/backups/drill',
    permission: { section: 'health', level: 'act' },
    summary: 'Restores the newest backup into a scratch database and compares it',
    input: z.object({}),
    output: z.object({ drill_id: z.int() }),
    failures: ['backup_running', 'backup_quiet'],
  }),
}

/** Why a backup or a restore drill failed: names that the console and the command line put in words. */
import type { backupProblems } from '#contract/console/backups.ts'

export type BackupProblem = (typeof backupProblems)[number]

/** Ends a backup or a drill; `detail` is what it is about: a file, a table, figures. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'
  readonly problem: BackupProblem
  readonly detail: string
  constructor(problem: BackupProblem, detail = '', options?: ErrorOptions) {
    super(`${problem} ${detail}`.trim(), options)
    this.problem = problem
    this.detail = detail
  }
}

const sentences: Readonly<Record<BackupProblem, string>> = {
  folder_wrong: 'the folder {detail} is not there: create it on the server',
  folder_closed: 'Ekran may not write into the folder {detail}: give its user the right to',
  folder_inside: 'the folder {detail} is inside the data folder; use one on another disk',
  folder_slow: 'the disk of the folder {detail} does not answer; check it and try again',
  folder_taken:
    'the folder {detail} is there already and is not of this backup; look whose it is, or use another folder',
  store_address:
    '{detail} is no address of an object store: write s3://bucket or s3://bucket/folder, the bucket in small letters',
  store_keys:
    'the object store does not accept the keys: check EKRAN_S3_KEY_ID and EKRAN_S3_SECRET, and start again ({detail})',
  store_bucket: 'the object store has no such bucket: create it, or correct the address ({detail})',
  store_denied: 'the keys may not read, write, list and delete in {detail}: allow it in the object store',
  store_clock: 'the clocks of this server and of the object store differ: set them right ({detail})',
  store_unreachable: 'the object store does not answer: check it and EKRAN_S3_ENDPOINT ({detail})',
  store_foreign:
    '{detail} has the backups of another installation: use another bucket, or a folder in it: s3://bucket/folder',
  no_space: 'there is too little space: {detail}',
  interrupted: 'it was interrupted by a stop of the process',
  no_backup: 'there is no backup yet',
  backup_missing: 'the folder {detail} is no whole backup any more',
  contents_changed: 'the list of contents in {detail} is not as it was written',
  file_changed: 'the file {detail} is not as it was written',
  table_changed: 'the database in the backup is damaged: {detail}',
  not_restored: 'the backup cannot be restored: {detail}',
  database_refused:
    'the database’s user may not do this: it must be superuser, or have createdb and set on session_replication_role ({detail})',
  scratch_taken: 'there is a database {detail} that is not of a drill; rename it',
  ledger_broken: 'the restored ledger is broken: {detail}',
  figures_differ: 'the restored database differs from the original: {detail}',
  failed: '{detail}',
}

/** A sentence without its full stop, in English. */
export function problemInWords(problem: BackupProblem, detail: string): string {
  return sentences[problem].replace('{detail}', detail)
}

import { edgeFailures } from './edge-failures.ts'

/** The part of the failures in English that is about backups and the log. */
export const operationsFailures = {
  ...edgeFailures,
  backup_folder_wrong:
    'There is no folder “{folder}” on the server. Create it and write its path from the root: /backups/ekran',
  backup_folder_closed: 'Ekran may not write into “{folder}”. Give the user it runs as the right to',
  backup_folder_inside:
    '“{folder}” is inside the data folder and would be lost with it. Choose another, best on another disk',
  backup_no_space: 'The disk has too little space for a backup: {space}. Make room or choose another disk',
  backup_running: 'A backup or a drill runs already. Wait until it is over',
  backup_quiet:
    'Ekran is in quiet mode and does nothing in the background. Turn it off: npm run ekran -- quiet off',
  backup_folder_slow: 'The disk of “{folder}” does not answer. Check it and try again',
  backup_store_refused:
    'The object store did not take a trial object: {store}. Check the bucket’s name, the keys and the address (EKRAN_S3_… on the server), the rights of the key and the server’s clock',
  backup_store_foreign:
    '“{store}” has the backups of another server. Choose another bucket, or a folder in it: s3://bucket/folder',
  log_search_running: 'Somebody searches the log already. Try again in a few seconds',
}

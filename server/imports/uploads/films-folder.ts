import { join } from 'node:path'

/** The folder that is watched for films, and gets the uploaded ones: `EKRAN_FILMS_INBOX`, or one of the data folder. */
export function filmsFolderOf(inbox: string | undefined, dataDir: string): string {
  return inbox ?? join(dataDir, 'uploads')
}

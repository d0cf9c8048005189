/** Every call there is, by subject. The server binds this table, the client calls it, the document is printed from it. */
import { accounts } from './accounts.ts'
import { channels } from './channels.ts'
import { films } from './films.ts'
import { site } from './site.ts'

export const api = { accounts, channels, films, site }

/** Every call there is, by subject. The server binds this table, the client calls it, the document is printed from it. */
import { accounts } from './accounts.ts'
import { channels } from './channels.ts'
import { devices } from './devices.ts'
import { films } from './films.ts'
import { registration } from './registration.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { site } from './site.ts'
import { tvLogin } from './tv-login.ts'

export const api = { accounts, channels, devices, films, registration, search, sessions, site, tvLogin }

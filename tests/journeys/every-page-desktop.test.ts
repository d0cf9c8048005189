import { walkEveryPage } from './every-page.ts'

walkEveryPage({ name: 'desktop 1440', width: 1440, height: 900 })

import { walkEveryPage } from './every-page.ts'

walkEveryPage({ name: 'television 1920', width: 1920, height: 1080 })

import { walkEveryPage } from './every-page.ts'

walkEveryPage({ name: 'phone 390', width: 390, height: 844, phone: true })

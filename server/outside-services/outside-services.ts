/** The public API of outside services: set, removed and tried while the server runs. */
export {
  changeService,
  type ServiceChanged,
  type ServiceRefused,
  removeService,
} from './services/change-service.ts'
export { servicesSection } from './services/former-services.ts'
export { settingWorkers } from './services/setting-workers.ts'
export { type ServiceUndone, undoServiceChange } from './services/undo-service.ts'
export { listServices, type ShownService } from './services/list-services.ts'
export { listOtherSettings } from './services/other-settings.ts'
export type { OutsideServiceDeps } from './services/deps.ts'
export { trySubject, type TriedStep } from './probes/try-subject.ts'

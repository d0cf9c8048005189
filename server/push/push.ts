/** The public API of push messages: to the packaged apps on phones, through FCM and APNs. */
export { languageOfDevices } from './devices.ts'
export { pushQueuedChannel, queueDeliveries } from './delivery-queue.ts'
export { openPush, type Push, type PushOptions } from './open-push.ts'
export { pushWorkers } from './push-workers.ts'
export { sendTestPush } from './send-test.ts'
export { loadVapidKeys } from './services/vapid-keys.ts'
export { PushKeyRefused } from './services/key-files.ts'

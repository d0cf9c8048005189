/** A key pair of Web Push, for tests; it may send to emulated services on this machine. */
import webPush from 'web-push'

export const testWebPush = {
  keys: webPush.generateVAPIDKeys(),
  subject: 'mailto:push@tv.example',
  allowLocal: true,
}

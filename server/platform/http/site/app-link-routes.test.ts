import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { readSettings } from '#server/platform/settings/settings.ts'
import { addAppLinkRoutes } from './app-link-routes.ts'

const fingerprint = Array.from({ length: 32 }, (_, at) => (at + 160).toString(16)).join(':')

let app: FastifyInstance
afterEach(() => app.close())

/** The file of a server with these settings. */
async function fileOf(name: string, environment: Record<string, string>) {
  const read = readSettings(environment)
  if (read.kind !== 'read') throw new Error(JSON.stringify(read))
  const { EKRAN_ANDROID_LINKS: android, EKRAN_IOS_LINKS: ios } = read.settings
  app = fastify()
  addAppLinkRoutes(app, { android, ios })
  return app.inject(`/.well-known/${name}`)
}

describe('[APP-04] the site names its Android app', () => {
  it('with the fingerprints of its certificates, as Android compares them', async () => {
    const response = await fileOf('assetlinks.json', {
      EKRAN_ANDROID_LINKS: ` uz.example.tv ${fingerprint}, ${fingerprint.toUpperCase()}`,
    })
    expect(response.headers['content-type']).toContain('application/json')
    expect(response.json()).toMatchObject([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'uz.example.tv',
          sha256_cert_fingerprints: [fingerprint.toUpperCase(), fingerprint.toUpperCase()],
        },
      },
    ])
  })

  it('only when it is set', async () => {
    expect((await fileOf('assetlinks.json', {})).statusCode).toBe(404)
  })

  it.each(['uz.example.tv', 'uz.example.tv AB:CD', `tv ${fingerprint}`, fingerprint])(
    'and rejects the setting %j, naming it',
    (text) => {
      const read = readSettings({ EKRAN_ANDROID_LINKS: text })
      expect(read.kind).toBe('refused')
      expect(JSON.stringify(read)).toContain('EKRAN_ANDROID_LINKS')
    },
  )
})

describe('[APP-05] the site names its iOS app', () => {
  it('for its pages in both languages, and for nothing else', async () => {
    const response = await fileOf('apple-app-site-association', {
      EKRAN_IOS_LINKS: 'ABCDE12345.uz.example.tv',
    })
    expect(response.headers['content-type']).toContain('application/json')
    const { details } = response.json<{
      applinks: { details: { appIDs: string[]; components: { '/': string }[] }[] }
    }>().applinks
    expect(details[0]?.appIDs).toEqual(['ABCDE12345.uz.example.tv'])
    const paths = details[0]?.components.map((one) => one['/']) ?? []
    expect(paths).toEqual(expect.arrayContaining(['/', '/uz', '/tv', '/uz/channel/*', '/movie/*', '/my/*']))
    expect(paths.filter((path) => path === '*' || path === '/*' || path.startsWith('/api'))).toEqual([])
  })
})

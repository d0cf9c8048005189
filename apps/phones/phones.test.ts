import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { capacitorDir } from './stage-project.ts'
import { storeLanguages, storeTexts } from './store-texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

function text(path: string) {
  return readFileSync(join(capacitorDir, path), 'utf8')
}

/** The name under which the page calls each plugin, and the packages that are no plugins. */
const plugins: Readonly<Record<string, string>> = {
  '@aparajita/capacitor-secure-storage': 'SecureStorage',
  '@capacitor/app': 'App',
  '@capacitor/device': 'Device',
  '@capacitor/local-notifications': 'LocalNotifications',
  '@capacitor/push-notifications': 'PushNotifications',
}
const platforms = ['@capacitor/android', '@capacitor/core', '@capacitor/ios']

describe('[APP-04] [APP-05] Capacitor', () => {
  const { dependencies, devDependencies } = JSON.parse(text('package.json')) as Record<
    string,
    Record<string, string>
  >

  it('is pinned to exact versions, one for its own packages', () => {
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    const own = [...platforms.map((name) => dependencies?.[name]), devDependencies?.['@capacitor/cli']]
    expect(new Set(own).size).toBe(1)
    expect(text('ios/App/CapApp-SPM/Package.swift')).toContain(`exact: "${own[0]}"`)
    expect(text('package-lock.json')).not.toContain('"resolved"')
  })

  it('has exactly the plugins that the client calls, in both native projects', () => {
    const names = Object.keys(dependencies ?? {}).filter((name) => !platforms.includes(name))
    expect(names.toSorted()).toEqual(Object.keys(plugins).toSorted())
    const client = ['capacitor.ts', 'capacitor-push.ts', '../remote/platform.ts']
      .map((file) => readFileSync(join(root, 'web/platforms', file), 'utf8'))
      .join('\n')
    for (const [name, plugin] of Object.entries(plugins)) {
      expect(client).toContain(`'${plugin}'`)
      expect(text('android/capacitor.settings.gradle')).toContain(`node_modules/${name}/android`)
      expect(text('ios/App/CapApp-SPM/Package.swift')).toContain(`node_modules/${name}"`)
    }
  })

  it('pins Gradle, the Android plugin and the versions of Android', () => {
    expect(text('android/gradle/wrapper/gradle-wrapper.properties')).toMatch(/gradle-8\.14\.3-/)
    expect(text('android/build.gradle')).toContain("'com.android.tools.build:gradle:8.13.0'")
    expect(text('android/variables.gradle')).toMatch(/minSdkVersion = 24\s[\s\S]*targetSdkVersion = 36/)
  })
})

describe('[APP-04] [APP-05] the texts for the stores', () => {
  it.each(storeLanguages)('in %s fit the limits of both, with the name of the app', async (language) => {
    const texts = await storeTexts(language, 'Ekran')
    expect(texts.title).toMatch(/^Ekran: /)
    expect(texts.full).toContain('Ekran')
    expect(Object.values(texts).join('\n')).not.toContain('{')
    expect((await storeTexts(language, 'N'.repeat(30))).title).toBe('N'.repeat(30))
  })
})

/** Store addresses of apps: an operator's value for a release, else the settings. */
import type { AppPlatform } from '#contract/site/apps.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import type { AppName, AppStores } from '#server/site/site.ts'

export type AppStoreDeps = Pick<ApiContext, 'contacts'> & Uses<{ releases: 'rules' }>

const platforms: Readonly<Record<AppName, AppPlatform>> = {
  android: 'android',
  androidtv: 'androidtv',
  ios: 'ios',
  lg: 'webos',
  samsung: 'tizen',
}
const appNames = Object.keys(platforms) as readonly AppName[]

/** Every app that pages mention. */
export async function findAppStores({ contacts, releases }: AppStoreDeps): Promise<AppStores> {
  const rules = await releases.rules()
  const storeOf = (name: AppName) => {
    const release = rules.releases.get(platforms[name])
    return {
      // Apps without a setting of their own have only the address of a release.
      url: release?.storeUrl || (name === 'androidtv' || name === 'ios' ? undefined : contacts.apps[name]),
      note: release?.note ?? { ru: '', uz: '' },
    }
  }
  return {
    android: storeOf('android'),
    androidtv: storeOf('androidtv'),
    ios: storeOf('ios'),
    lg: storeOf('lg'),
    samsung: storeOf('samsung'),
  }
}

/** The address an app of this platform is installed from. */
export async function findStoreUrl(deps: AppStoreDeps, platform: AppPlatform): Promise<string | null> {
  const name = appNames.find((one) => platforms[one] === platform)
  if (name !== undefined) return (await findAppStores(deps))[name].url ?? null
  return (await deps.releases.rules()).releases.get(platform)?.storeUrl || null
}

/** The store address of the app that a page is about. */
export function storeOfPage(stores: AppStores, slug: string): string | null {
  const name = appNames.find((one) => one === slug)
  return name === undefined ? null : (stores[name].url ?? null)
}

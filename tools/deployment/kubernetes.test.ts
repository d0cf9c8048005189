/** The objects for Kubernetes: by the schemas of its API, and that what they name exists. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { isPart, isSetting } from './settings-of.ts'
import { problemsOf } from './kubernetes-schemas.ts'

const folder = 'deploy/kubernetes'

interface KubernetesObject {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly [field: string]: unknown
}

interface Kustomization {
  readonly resources: readonly string[]
  readonly images: readonly { readonly name: string }[]
}

interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> }
  readonly spec: {
    readonly serviceAccountName: string
    readonly securityContext: Readonly<Record<string, unknown>>
    readonly containers: readonly Container[]
    readonly volumes: readonly {
      readonly name: string
      readonly persistentVolumeClaim?: { readonly claimName: string }
    }[]
  }
}

interface Container {
  readonly name: string
  readonly image: string
  readonly args: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly envFrom: readonly Readonly<Record<string, { readonly name: string }>>[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly readinessProbe: { readonly exec: { readonly command: readonly string[] } }
  readonly livenessProbe: { readonly httpGet: { readonly path: string; readonly port: string } }
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
}

interface Selecting {
  readonly selector: Readonly<Record<string, string>>
  readonly ports: readonly { readonly name: string; readonly targetPort: string }[]
}

const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization
const objects = kustomization.resources.flatMap((name) =>
  parseAllDocuments(readFileSync(join(folder, name), 'utf8'), { strict: true, uniqueKeys: true }).map(
    (document) => {
      expect(document.errors, name).toEqual([])
      return document.toJS() as KubernetesObject
    },
  ),
)

function named(kind: string): ReadonlyMap<string, KubernetesObject> {
  return new Map(objects.filter((one) => one.kind === kind).map((one) => [one.metadata.name, one]))
}

const templates = [...named('Deployment')].map(([name, { spec }]) => {
  const { template, selector } = spec as {
    template: PodTemplate
    selector: { matchLabels: Record<string, string> }
  }
  return { name, template, selector: selector.matchLabels }
})

function templatesFor(selector: Readonly<Record<string, string>>): PodTemplate[] {
  return templates
    .map(({ template }) => template)
    .filter(({ metadata }) =>
      Object.entries(selector).every(([key, value]) => metadata.labels[key] === value),
    )
}

describe('the objects for Kubernetes', () => {
  it('[NODE-01] are all in the base, each once', () => {
    const written = globSync('*.yaml', { cwd: folder }).filter((name) => name !== 'kustomization.yaml')
    expect([...kustomization.resources].toSorted()).toEqual(written.toSorted())
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
    for (const kind of [
      'Deployment',
      'Service',
      'Ingress',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'HorizontalPodAutoscaler',
    ])
      expect(named(kind).size, kind).toBeGreaterThan(0)
  })

  it.each(objects.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))(
    '[NODE-01] %s is as the API of Kubernetes describes it, without a field it does not have',
    (_, one) => expect(problemsOf(one)).toEqual([]),
  )

  it('[NODE-01] a field that the API does not have, and a value of another type, are noticed', () => {
    const service = objects.find(({ kind }) => kind === 'Service')
    const copy = () =>
      structuredClone(service) as unknown as { spec: Record<string, unknown> } & KubernetesObject
    const [misspelt, mistyped] = [copy(), copy()]
    misspelt.spec['selectors'] = {}
    mistyped.spec['ports'] = 'http'
    expect(problemsOf(misspelt)).toHaveLength(1)
    expect(problemsOf(mistyped).length).toBeGreaterThan(0)
  })

  it('[NODE-01] select each other', () => {
    for (const { name, selector } of templates) expect(templatesFor(selector), name).toHaveLength(1)
    for (const [name, { spec }] of named('Service')) {
      const { selector, ports } = spec as Selecting
      const [template, ...rest] = templatesFor(selector)
      expect(rest, name).toEqual([])
      const open = template?.spec.containers.flatMap((container) => container.ports.map((port) => port.name))
      for (const { targetPort } of ports) expect(open, name).toContain(targetPort)
    }
    for (const [name, { spec }] of named('PodDisruptionBudget'))
      expect(
        templatesFor((spec as { selector: { matchLabels: Record<string, string> } }).selector.matchLabels),
        name,
      ).toHaveLength(1)
    for (const { spec } of named('HorizontalPodAutoscaler').values())
      expect([...named('Deployment').keys()]).toContain(
        (spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name,
      )
    const ingress = JSON.stringify([...named('Ingress').values()])
    const backends = [...ingress.matchAll(/"service":\{"name":"([^"]+)","port":\{"name":"([^"]+)"/g)]
    // Films and channels, the console and its API, everything else.
    expect(backends).toHaveLength(4)
    for (const [, service = '', port] of backends) {
      const spec = named('Service').get(service)?.['spec'] as Selecting | undefined
      expect(spec?.ports.map((one) => one.name)).toContain(port)
    }
  })
})

describe.each(templates)('the pod of $name', ({ template }) => {
  const { spec } = template
  it('[NODE-01] uses accounts, volumes, settings and images that exist', () => {
    expect([...named('ServiceAccount').keys()]).toContain(spec.serviceAccountName)
    for (const { persistentVolumeClaim } of spec.volumes)
      if (persistentVolumeClaim !== undefined)
        expect([...named('PersistentVolumeClaim').keys()]).toContain(persistentVolumeClaim.claimName)
    const guide = readFileSync(join(folder, 'README.md'), 'utf8')
    for (const container of spec.containers) {
      expect(kustomization.images.map(({ name }) => name)).toContain(container.image)
      const volumes = spec.volumes.map(({ name }) => name)
      for (const { name } of container.volumeMounts) expect(volumes).toContain(name)
      // Several pods on one data folder would be in each other's way: the API has the media and the pictures of it only.
      const own = container.name === 'api' ? ['/var/lib/ekran/images', '/var/lib/ekran/media'] : []
      expect(container.volumeMounts.map(({ mountPath }) => mountPath).toSorted()).toEqual([
        '/tmp',
        '/var/lib/ekran',
        ...own,
      ])
      for (const { configMapRef, secretRef } of container.envFrom) {
        if (configMapRef !== undefined) expect([...named('ConfigMap').keys()]).toContain(configMapRef.name)
        // It contains passwords, so the operator creates it.
        if (secretRef !== undefined) expect(guide).toContain(`create secret generic ${secretRef.name} `)
      }
    }
  })

  it('[NODE-01] starts parts that the product has, on the ports that are probed', () => {
    const ports = new Set<number>()
    for (const { args, env = [], ports: own, readinessProbe, livenessProbe } of spec.containers) {
      expect(args[0]).toBe('--only')
      expect(args.slice(1).every(isPart)).toBe(true)
      const port = Number(env.find(({ name }) => name === 'EKRAN_PORT')?.value ?? 8080)
      expect(own.map(({ containerPort }) => containerPort)).toEqual([port])
      expect(ports.has(port)).toBe(false)
      ports.add(port)
      const [program, script = ''] = readinessProbe.exec.command
      expect([program, existsSync(script)]).toEqual(['node', true])
      expect(livenessProbe.httpGet.path).toBe('/healthz')
      expect(own.map(({ name }) => name)).toContain(livenessProbe.httpGet.port)
      for (const { name } of env) expect(isSetting(name), name).toBe(true)
    }
  })

  it('[NODE-01] runs without root, privileges and a writable image', () => {
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    for (const { securityContext } of spec.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  })
})

it('[NODE-01] settings for Kubernetes are settings of the product', () => {
  for (const { data } of named('ConfigMap').values())
    for (const name of Object.keys(data as object)) expect(isSetting(name), name).toBe(true)
})

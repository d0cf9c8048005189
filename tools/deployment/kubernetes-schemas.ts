/**
 * The part of the API of Kubernetes (1.27 and later) that the objects in `deploy/kubernetes` use: which fields an object
 * has, and which of them are lists. An API server drops a field it does not know, with a warning that is easily missed.
 */

const probe = 'exec httpGet periodSeconds timeoutSeconds failureThreshold'
const pod = 'spec.template.spec'
const container = `${pod}.containers`
const meta = 'name namespace labels* annotations*'

/** By the path of an object within one of a kind. `[]`: a list. `*`: names of the operator's choice, with texts. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Namespace: { '': 'apiVersion kind metadata', metadata: meta },
  ServiceAccount: { '': 'apiVersion kind metadata automountServiceAccountToken', metadata: meta },
  ConfigMap: { '': 'apiVersion kind metadata data*', metadata: meta },
  PersistentVolumeClaim: {
    '': 'apiVersion kind metadata spec',
    metadata: meta,
    spec: 'accessModes[] resources storageClassName volumeMode',
    'spec.resources': 'requests*',
  },
  Deployment: {
    '': 'apiVersion kind metadata spec',
    metadata: meta,
    spec: 'replicas selector strategy template',
    'spec.selector': 'matchLabels*',
    'spec.strategy': 'type rollingUpdate',
    'spec.strategy.rollingUpdate': 'maxUnavailable maxSurge',
    'spec.template': 'metadata spec',
    'spec.template.metadata': meta,
    [pod]:
      'serviceAccountName automountServiceAccountToken terminationGracePeriodSeconds topologySpreadConstraints[] securityContext containers[] volumes[] hostNetwork dnsPolicy',
    [`${pod}.topologySpreadConstraints`]: 'maxSkew topologyKey whenUnsatisfiable labelSelector',
    [`${pod}.topologySpreadConstraints.labelSelector`]: 'matchLabels*',
    [`${pod}.securityContext`]:
      'runAsNonRoot runAsUser runAsGroup fsGroup fsGroupChangePolicy seccompProfile',
    [`${pod}.securityContext.seccompProfile`]: 'type',
    [`${pod}.volumes`]: 'name emptyDir persistentVolumeClaim',
    [`${pod}.volumes.emptyDir`]: 'sizeLimit medium',
    [`${pod}.volumes.persistentVolumeClaim`]: 'claimName readOnly',
    [container]:
      'name image args[] env[] envFrom[] ports[] securityContext startupProbe readinessProbe livenessProbe lifecycle resources volumeMounts[]',
    [`${container}.env`]: 'name value',
    [`${container}.envFrom`]: 'configMapRef secretRef',
    [`${container}.envFrom.configMapRef`]: 'name',
    [`${container}.envFrom.secretRef`]: 'name',
    [`${container}.ports`]: 'name containerPort protocol',
    [`${container}.securityContext`]: 'allowPrivilegeEscalation readOnlyRootFilesystem capabilities',
    [`${container}.securityContext.capabilities`]: 'drop[]',
    ...Object.fromEntries(
      ['startupProbe', 'readinessProbe', 'livenessProbe'].flatMap((name) => [
        [`${container}.${name}`, probe],
        [`${container}.${name}.exec`, 'command[]'],
        [`${container}.${name}.httpGet`, 'path port'],
      ]),
    ),
    [`${container}.lifecycle`]: 'preStop',
    [`${container}.lifecycle.preStop`]: 'exec',
    [`${container}.lifecycle.preStop.exec`]: 'command[]',
    [`${container}.resources`]: 'requests* limits*',
    [`${container}.volumeMounts`]: 'name mountPath subPath readOnly',
  },
  HorizontalPodAutoscaler: {
    '': 'apiVersion kind metadata spec',
    metadata: meta,
    spec: 'scaleTargetRef minReplicas maxReplicas metrics[] behavior',
    'spec.scaleTargetRef': 'apiVersion kind name',
    'spec.metrics': 'type resource',
    'spec.metrics.resource': 'name target',
    'spec.metrics.resource.target': 'type averageUtilization',
    'spec.behavior': 'scaleDown scaleUp',
    'spec.behavior.scaleDown': 'stabilizationWindowSeconds',
  },
  PodDisruptionBudget: {
    '': 'apiVersion kind metadata spec',
    metadata: meta,
    spec: 'minAvailable maxUnavailable selector',
    'spec.selector': 'matchLabels*',
  },
  Service: {
    '': 'apiVersion kind metadata spec',
    metadata: meta,
    spec: 'selector* ports[] type',
    'spec.ports': 'name port targetPort protocol',
  },
  Ingress: {
    '': 'apiVersion kind metadata spec',
    metadata: meta,
    spec: 'ingressClassName tls[] rules[]',
    'spec.tls': 'hosts[] secretName',
    'spec.rules': 'host http',
    'spec.rules.http': 'paths[]',
    'spec.rules.http.paths': 'path pathType backend',
    'spec.rules.http.paths.backend': 'service',
    'spec.rules.http.paths.backend.service': 'name port',
    'spec.rules.http.paths.backend.service.port': 'name number',
  },
}

/** What is wrong with the fields of an object; empty when nothing is. */
export function problemsOf(object: { readonly kind: string }): string[] {
  const described = fields[object.kind]
  return described === undefined ? [`${object.kind} is not described`] : problemsIn(object, '', described)
}

function problemsIn(value: unknown, path: string, described: Readonly<Record<string, string>>): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => problemsIn(one, path, described))
  if (typeof value !== 'object' || value === null) return []
  const allowed = described[path]
  if (allowed === undefined) return [`${path} has no fields`]
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = allowed.split(' ').find((one) => one.replace(/\[\]|\*$/, '') === name)
    const at = path === '' ? name : `${path}.${name}`
    if (field === undefined) return [`there is no ${at}`]
    if (field.endsWith('[]') !== Array.isArray(inner))
      return [`${at} is ${Array.isArray(inner) ? 'no' : 'a'} list`]
    if (!field.endsWith('*')) return problemsIn(inner, at, described)
    return Object.entries(inner as object)
      .filter(([, text]) => typeof text !== 'string')
      .map(([key]) => `${at}.${key} is no text`)
  })
}

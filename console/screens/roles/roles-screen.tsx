import { levels, type Role, roleMay, roles, type Section, sections } from '#contract/form/permissions.ts'
import { useLoggedIn } from '#console/session/session.ts'
import { useRoleText } from '#console/session/text.ts'
import { Badge, Page } from '#console/ui/page.tsx'
import { useNarrow } from '#console/ui/use-narrow.ts'
import styles from './roles.module.css'

/** `/roles`: who may do what, from the same table that the server decides by. */
export function RolesScreen() {
  const t = useRoleText()
  const isNarrow = useNarrow()
  return (
    <Page title={t('title')} text={t('text')}>
      <ul className={styles['legend']}>
        <li>
          <Badge tone="good">{t('level.all')}</Badge> {t('level.allText')}
        </li>
        {levels.map((level) => (
          <li key={level}>
            <LevelBadge level={level} /> {t(`level.${level}Text`)}
          </li>
        ))}
      </ul>
      {isNarrow ? <RoleCards /> : <RoleTable />}
    </Page>
  )
}

const tones = { view: 'plain', edit: 'own', act: 'warn' } as const

function LevelBadge({ level }: { readonly level: keyof typeof tones }) {
  const t = useRoleText()
  return <Badge tone={tones[level]}>{t(`level.${level}`)}</Badge>
}

/** What a role may in a section; the words also for those who see no colours. */
function Levels({ role, section }: { readonly role: Role; readonly section: Section }) {
  const t = useRoleText()
  const allowed = levels.filter((level) => roleMay(role, { section, level }))
  if (allowed.length === 0)
    return (
      <span className={styles['closed']}>
        <span aria-hidden="true">–</span>
        <span className="spoken">{t('closed')}</span>
      </span>
    )
  if (allowed.length === levels.length) return <Badge tone="good">{t('level.all')}</Badge>
  return (
    <span className={styles['levels']}>
      {allowed.map((level) => (
        <LevelBadge key={level} level={level} />
      ))}
    </span>
  )
}

function RoleName({ role }: { readonly role: Role }) {
  const t = useRoleText()
  const { staff } = useLoggedIn()
  return (
    <>
      {t(`role.${role}`)} {staff.role === role ? <Badge tone="own">{t('own')}</Badge> : null}
    </>
  )
}

function RoleTable() {
  const t = useRoleText()
  return (
    <div className={styles['frame']} tabIndex={0} role="region" aria-label={t('title')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('section')}</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                <RoleName role={role} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sections.map((section) => (
            <tr key={section}>
              <th scope="row">{t(`section.${section}`)}</th>
              {roles.map((role) => (
                <td key={role}>
                  <Levels role={role} section={section} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RoleCards() {
  const t = useRoleText()
  return (
    <div className={styles['cards']}>
      {roles.map((role) => (
        <details key={role} className={styles['card']}>
          <summary>
            <span>
              <RoleName role={role} />
            </span>
            <span className={styles['about']}>{t(`about.${role}`)}</span>
          </summary>
          <dl>
            {sections
              .filter(
                (section) =>
                  roleMay(role, { section, level: 'view' }) || roleMay(role, { section, level: 'act' }),
              )
              .map((section) => (
                <div key={section}>
                  <dt>{t(`section.${section}`)}</dt>
                  <dd>
                    <Levels role={role} section={section} />
                  </dd>
                </div>
              ))}
          </dl>
        </details>
      ))}
    </div>
  )
}

import { Page } from '#console/ui/page.tsx'
import { AboutSection } from './about-section.tsx'
import { FactorsSection } from './factors-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { useProfileText } from './profile-text.ts'
import { SessionsSection } from './sessions-section.tsx'

/** `/profile`: what belongs to the person at the console. */
export function ProfileScreen() {
  const t = useProfileText()
  return (
    <Page title={t('title')} isNarrow>
      <AboutSection />
      <PasswordSection />
      <FactorsSection />
      <SessionsSection />
    </Page>
  )
}

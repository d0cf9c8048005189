/** The public API of the router: the current location, and navigation. */
export {
  Navigate,
  useIsWaiting,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from './hooks.ts'
export { Link, NavLink } from './link.tsx'
export { Outlet } from './current-page.tsx'

import { AnnouncementBanners } from '../../features/running/announcements/open/AnnouncementBanners.tsx';
import { SetupNotice } from '../../features/running/setup/open/SetupNotice.tsx';
import { useSession } from '../../platform/session/session.ts';

/** Shows what concerns the whole installation above a page: announcements, and the first settings to an administrator. */
export function Notices() {
  const admin = useSession(({ user }) => user?.admin === true);
  return (
    <>
      <AnnouncementBanners />
      {admin && <SetupNotice />}
    </>
  );
}

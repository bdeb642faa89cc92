// What who is not logged in needs, fetched together (see web/vite/parts.ts).
export { LoginPage } from '../../features/users/LoginPage.tsx';
export { RegisterPage } from '../../features/users/RegisterPage.tsx';

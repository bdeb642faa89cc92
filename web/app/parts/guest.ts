// What who is not logged in needs, fetched together (see web/vite/parts.ts).
export { LoginPage } from '../../features/people/sign-in/LoginPage.tsx';
export { RegisterPage } from '../../features/people/sign-in/RegisterPage.tsx';

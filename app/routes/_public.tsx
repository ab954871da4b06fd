import { Outlet } from "@remix-run/react";
export default function Public() {
  return <Outlet />;
}

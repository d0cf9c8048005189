package uz.ekran.app;

import android.app.UiModeManager;
import android.content.pm.PackageManager;
import android.content.res.Configuration;
import android.os.Bundle;
import com.getcapacitor.BridgeActivity;
import com.getcapacitor.ProcessedRoute;

/** The client in a web view, on phones, tablets and Android TV. */
public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        boolean isTelevision = isTelevision();
        // The client reads at its very start on which device it runs, before any plugin could respond.
        bridgeBuilder.setRouteProcessor((basePath, path) -> {
            ProcessedRoute route = new ProcessedRoute();
            route.setAsset(true);
            String file = isTelevision && path.equals("/app-package.js") ? "/app-package-television.js" : path;
            route.setPath(basePath + file);
            return route;
        });
        super.onCreate(savedInstanceState);
        if (getBridge() != null) {
            getBridge().getWebView().setWebChromeClient(new FullScreenChromeClient(getBridge()));
        }
    }

    private boolean isTelevision() {
        UiModeManager modes = (UiModeManager) getSystemService(UI_MODE_SERVICE);
        boolean isTelevisionMode =
            modes != null && modes.getCurrentModeType() == Configuration.UI_MODE_TYPE_TELEVISION;
        return isTelevisionMode || getPackageManager().hasSystemFeature(PackageManager.FEATURE_LEANBACK);
    }
}
